import type { Module } from '#contract/campaigns/modules.ts'
import { e4FromCents } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { groupBy } from '#server/platform/group-by.ts'
import type { OpenLine } from '../invoices/gather-enrichments.ts'
import type { Gathering } from '../invoices/gather-leads.ts'

export interface OpenFee {
  transfer_id: string
  client_id: string
  module: Module
  kind: 'platform_fee' | 'lead_minimum'
  from_on: string
  until_on: string
  amount_cents: number
}

/** Booked fees that are not invoiced yet: clients' own, and what their agency owes for each. */
export async function readOpenFees(
  tx: Tx,
  agencyId: string,
  clientIds: readonly (string | null)[],
): Promise<(OpenFee & { payer_id: string })[]> {
  const { rows } = await tx.prepared<OpenFee & { payer_id: string }>(
    'open-fees',
    `select payer.id as payer_id, t.id as transfer_id, f.client_id, f.module, f.kind, f.from_on::text, f.until_on::text,
       (t.amount_e4 / 100)::bigint as amount_cents
       from period_fee f
       join unnest($2::uuid[]) as payer (id) on payer.id in (f.client_id, $1)
       join ledger_transfer t on t.agency_id = $1 and t.reference_id = f.id
        and t.kind = f.kind || case when payer.id = $1 then '_wholesale' else '_retail' end
      where f.agency_id = $1
        and not exists (select from allocation a where a.agency_id = $1 and a.transfer_id = t.id)
      order by f.client_id, f.module, f.until_on, f.kind desc, f.is_once`,
    [agencyId, clientIds.map((clientId) => clientId ?? agencyId)],
  )
  return rows
}

/** The invoice lines of open fees, one per fee, by invoice. */
export async function linesOfFees(
  tx: Tx,
  { agencyId, payers }: Gathering,
  fees: Awaited<ReturnType<typeof readOpenFees>>,
): Promise<Map<string, OpenLine[]>> {
  const names = await readNames(
    tx,
    fees.filter(({ payer_id }) => payer_id === agencyId),
  )
  const open = groupBy(fees, ({ payer_id }) => payer_id)
  return new Map(
    payers.map(({ clientId, invoiceId }) => {
      const ofPayer = open.get(clientId ?? agencyId) ?? []
      return [invoiceId, ofPayer.map((fee) => lineOf(fee, clientId === null ? (names.get(fee.client_id) ?? '') : ''))]
    }),
  )
}

const lineOf = (
  { transfer_id, kind, module, from_on, until_on, amount_cents }: OpenFee,
  clientName: string,
): OpenLine => ({
  transferId: transfer_id,
  line: {
    kind,
    campaignId: null,
    campaignName: '',
    quantity: 1,
    unitPrice_e4: e4FromCents(amount_cents),
    amount_cents,
    fee: { module, from_on, until_on, clientName },
  },
  exact_e4: e4FromCents(amount_cents),
})

async function readNames(tx: Tx, fees: readonly OpenFee[]): Promise<Map<string, string>> {
  if (fees.length === 0) return new Map()
  const { rows } = await tx.query<{ id: string; name: string }>('select id, name from company where id = any($1)', [
    [...new Set(fees.map(({ client_id }) => client_id))],
  ])
  return new Map(rows.map(({ id, name }) => [id, name]))
}
