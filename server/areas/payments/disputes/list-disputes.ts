import type { Dispute, getDispute, listDisputes } from '#contract/payments/disputes.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import { disputeColumns, numberOf, type DisputeRow, type Numbered } from '#server/areas/billing/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { gatherProofs } from './gather-proofs.ts'

interface Row extends DisputeRow {
  company_name: string
  kind: Dispute['kind']
  issuer: 'agency' | 'root' | null
  year: number
  number: number
}

/** Disputes that are a payee's: $1 is its operator, $2 the agency, or null for the operator itself. */
const ofPayee = `from dispute d
  join charge c on c.agency_id = d.agency_id and c.id = d.charge_id
  join company payer on payer.id = coalesce(d.client_id, d.agency_id)
  left join invoice i on i.agency_id = d.agency_id and i.id = d.charge_id
 where d.root_id = $1 and ($2::uuid is null and d.client_id is null or d.agency_id = $2 and d.client_id is not null)`

const columns = `${disputeColumns}, payer.name as company_name, c.kind, i.issuer, i.year, i.number`

export const handleListDisputes: Handler<typeof listDisputes> = async ({ query }, { caller, readOnce }) => {
  const rows = await readOnce<Row & { total: number }>({
    text: `select ${columns}, count(*) over ()::integer as total ${ofPayee}
     order by d.ended_at is not null, d.opened_at desc, d.id limit $3 offset $4`,
    values: [caller.rootId, caller.agencyId, query.perPage, (query.page - 1) * query.perPage],
  })
  return toPage(rows.map(present), query.page, query.perPage, rows[0]?.total ?? 0)
}

/** A payee's dispute of that id. Throws `invalid`. */
export async function findOwn(
  tx: Tx,
  { rootId, agencyId }: { rootId: string; agencyId: string | null },
  id: string,
): Promise<Row> {
  const { rows } = await tx.query<Row>(`select ${columns} ${ofPayee} and d.id = $3`, [rootId, agencyId, id])
  if (!rows[0]) throw invalid('disputeId', 'There is no such dispute.')
  return rows[0]
}

export const handleGetDispute: Handler<typeof getDispute> = ({ params }, call) =>
  call.inScope(async (tx) => {
    const row = await findOwn(tx, call.caller, params.disputeId)
    const { activity, agreements } = await gatherProofs(tx, row)
    const { evidence, evidence_cause } = row
    return { result: 'success' as const, data: { ...present(row), evidence, evidence_cause, activity, agreements } }
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
