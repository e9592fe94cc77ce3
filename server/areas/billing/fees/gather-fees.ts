import type { Module } from '#contract/campaigns/modules.ts'
import { e4FromCents } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { InvoiceLine } from '../invoices/issue-invoice.ts'

interface Gathering {
  agencyId: string
  rootId: string
  clientId: string | null
  invoiceId: string
}

/** The transfers of fees that stand on no invoice yet: a client's own, or those that its agency owes. */
const fresh = `
  from period_fee f
  join ledger_transfer t on t.agency_id = $1 and t.reference_id = f.id
   and t.kind = f.kind || case when $2::uuid is null then '_wholesale' else '_retail' end
 where f.agency_id = $1 and ($2::uuid is null or f.client_id = $2)
   and not exists (select from invoice_transfer i where i.agency_id = $1 and i.transfer_id = t.id)`

export interface OpenFee {
  transfer_id: string
  client_id: string
  module: Module
  kind: 'platform_fee' | 'lead_minimum'
  from_on: string
  until_on: string
  amount_cents: number
}

/** What is booked besides leads and on no invoice yet. */
export async function readOpenFees(
  tx: Tx,
  { agencyId, clientId }: Pick<Gathering, 'agencyId' | 'clientId'>,
): Promise<OpenFee[]> {
  const { rows } = await tx.query<OpenFee>(
    `select t.id as transfer_id, f.client_id, f.module, f.kind, f.from_on::text, f.until_on::text,
       (t.amount_e4 / 100)::bigint as amount_cents ${fresh}
      order by f.client_id, f.module, f.until_on, f.kind desc, f.is_once`,
    [agencyId, clientId],
  )
  return rows
}

/** Puts fees onto an invoice behind its other lines, each once for ever and on a line of its own. */
export async function gatherFees(tx: Tx, given: Gathering, linesBefore: number): Promise<InvoiceLine[]> {
  const fees = await readOpenFees(tx, given)
  if (fees.length === 0) return []
  await tx.query(
    `insert into invoice_transfer (agency_id, transfer_id, root_id, client_id, invoice_id, line)
     select $1, fee.id, $2, $3::uuid, $4, $5 + fee.place from unnest($6::uuid[]) with ordinality as fee (id, place)
     returning 1`,
    [
      given.agencyId,
      given.rootId,
      given.clientId,
      given.invoiceId,
      linesBefore,
      fees.map(({ transfer_id }) => transfer_id),
    ],
  )
  const names = given.clientId === null ? await readNames(tx, fees) : new Map<string, string>()
  return fees.map(({ client_id, module, kind, from_on, until_on, amount_cents }) => ({
    kind,
    campaignId: null,
    campaignName: '',
    quantity: 1,
    unitPrice_e4: e4FromCents(amount_cents),
    amount_cents,
    fee: { module, from_on, until_on, clientName: names.get(client_id) ?? '' },
  }))
}

async function readNames(tx: Tx, fees: readonly OpenFee[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string; name: string }>('select id, name from company where id = any($1)', [
    [...new Set(fees.map(({ client_id }) => client_id))],
  ])
  return new Map(rows.map(({ id, name }) => [id, name]))
}
