import type { Dispute, getDispute, listDisputes } from '#contract/payments/disputes.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import { disputeColumns, type DisputeRow } from '#server/areas/billing/disputes/disputes.ts'
import { numberOf, type Numbered } from '#server/areas/billing/invoices/invoice-number.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { gatherEvidence } from './gather-evidence.ts'

/** The disputed charge, and its invoice if it has one. */
interface OfCharge {
  kind: Dispute['kind']
  issuer: 'agency' | 'root' | null
  year: number
  number: number
}

interface Row extends DisputeRow, OfCharge {
  company_name: string
}

/** Disputes of payments to a payee: $1 is the operator, $2 the agency, or null for payments to the operator itself. */
const ofPayee = `from dispute d join company payer on payer.id = coalesce(d.client_id, d.agency_id)
 where d.root_id = $1 and ($2::uuid is null and d.client_id is null or d.agency_id = $2 and d.client_id is not null)`

const columns = `${disputeColumns}, payer.name as company_name`

/** Adds charges and invoices to disputes by a second query: on a cluster these tables are distributed differently. */
async function withCharges(tx: Tx, disputes: readonly Omit<Row, keyof OfCharge>[]): Promise<Row[]> {
  const { rows } = await tx.query<OfCharge & { id: string }>(
    `select c.id, c.kind, i.issuer, i.year, i.number
       from unnest($1::uuid[], $2::uuid[]) as asked (agency_id, id)
       join charge c on c.agency_id = asked.agency_id and c.id = asked.id
       left join invoice i on i.agency_id = c.agency_id and i.id = c.id`,
    [plainArray(disputes.map(({ agency_id }) => agency_id)), plainArray(disputes.map(({ charge_id }) => charge_id))],
  )
  const charges = new Map(rows.map(({ id, ...charge }) => [id, charge]))
  return disputes.map((dispute) => ({ ...dispute, ...charges.get(dispute.charge_id)! }))
}

export const handleListDisputes: Handler<typeof listDisputes> = ({ query }, { caller, inScope }) =>
  inScope(async (tx) => {
    const { rows } = await tx.query<Omit<Row, keyof OfCharge> & { total: number }>(
      `select ${columns}, count(*) over ()::integer as total ${ofPayee}
       order by d.ended_at is not null, d.opened_at desc, d.id limit $3 offset $4`,
      [caller.rootId, caller.agencyId, query.perPage, (query.page - 1) * query.perPage],
    )
    return toPage((await withCharges(tx, rows)).map(present), query.page, query.perPage, rows[0]?.total ?? 0)
  })

/** The payee's dispute with that id. Throws `invalid` if there is none. */
export async function findOwn(
  tx: Tx,
  { rootId, agencyId }: { rootId: string; agencyId: string | null },
  id: string,
): Promise<Row> {
  const { rows } = await tx.query<Omit<Row, keyof OfCharge>>(`select ${columns} ${ofPayee} and d.id = $3`, [
    rootId,
    agencyId,
    id,
  ])
  if (!rows[0]) throw invalid('disputeId', 'Dispute not found.')
  return (await withCharges(tx, rows))[0]!
}

export const handleGetDispute: Handler<typeof getDispute> = ({ params }, call) =>
  call.inScope(async (tx) => {
    const row = await findOwn(tx, call.caller, params.disputeId)
    const { activity, agreements } = await gatherEvidence(tx, row)
    return { result: 'success' as const, data: { ...present(row), evidence: row.evidence, activity, agreements } }
  })

const present = (row: Row): Dispute => ({
  id: row.id,
  company_id: row.client_id ?? row.agency_id,
  company_name: row.company_name,
  charge_id: row.charge_id,
  kind: row.kind,
  invoice: row.issuer === null ? '' : numberOf(row as Numbered),
  amount: dollarsFromCents(row.amount_cents),
  reason: row.reason,
  state: row.state,
  respond_by:
    row.state === 'warning' || row.state === 'needs_response' ? (row.respond_by?.toISOString() ?? null) : null,
  opened_at: row.opened_at.toISOString(),
  withdrawn: dollarsFromCents(row.held_cents + row.lost_cents),
  fee: dollarsFromCents(row.fee_cents),
  evidence_state: row.evidence_state,
})
