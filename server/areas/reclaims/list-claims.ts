import { dollarsFromE4 } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import type { countShareClaims, listShareClaims, ShareClaim } from '#contract/reclaims/claims.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'

interface Row extends Omit<ShareClaim, 'amount' | 'claimed_at' | 'decided_at' | 'client_name'> {
  amount_e4: number
  claimed_at: Date
  decided_at: Date | null
  /** One of its credits; null for a refund. */
  credit_id: string | null
}

/** Claims beyond allowances, as lines: what follows from one cause and stands alike. $1 is the operator, $2 the agency or null for all. */
const lines = `
  select c.agency_id as company_id, c.cause_id as id, c.source, c.state, count(c.credit_id)::integer as leads,
         sum(c.amount_e4)::bigint as amount_e4, min(c.excess) as excess, max(c.claimed_at) as claimed_at,
         max(c.decided_at) as decided_at, (array_agg(c.credit_id))[1] as credit_id
    from share_claim c
   where c.root_id = $1 and ($2::uuid is null or c.agency_id = $2) and c.excess is not null
     and ($3::text is null or c.state = $3)
   group by c.agency_id, c.cause_id, c.source, c.state`

export const handleListClaims: Handler<typeof listShareClaims> = ({ query }, call) => {
  const { rootId, agencyId } = call.object!
  const { page, perPage } = query
  const state = query.state === 'all' || query.state === '' ? null : query.state
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<Row & { total: number }>(
      `select line.*, agency.name as company_name, count(*) over ()::integer as total
         from (${lines}) line join company agency on agency.id = line.company_id
        order by line.state <> 'waiting', line.claimed_at desc, line.id limit $4 offset $5`,
      [rootId, agencyId, state, perPage, (page - 1) * perPage],
    )
    const clients = await readClients(tx, rows)
    return toPage(
      rows.map(({ total: _total, credit_id: _credit, ...row }) => present(row, clients.get(row.id) ?? null)),
      page,
      perPage,
      rows[0]?.total ?? 0,
    )
  })
}

const present = (
  { amount_e4, claimed_at, decided_at, ...row }: Omit<Row, 'credit_id'>,
  client_name: string | null,
): ShareClaim => ({
  ...row,
  client_name,
  amount: dollarsFromE4(amount_e4),
  claimed_at: claimed_at.toISOString(),
  decided_at: decided_at?.toISOString() ?? null,
})

/** The clients concerned, by cause. An upload to a whole agency's list concerns several. */
async function readClients(tx: Tx, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0) return new Map()
  const agencyIds = plainArray(rows.map(({ company_id }) => company_id))
  const causeIds = plainArray(rows.map(({ id }) => id))
  const { rows: credits } = await tx.query<{ id: string; name: string }>(
    `select asked.cause_id as id, min(client.name) as name
       from (select distinct agency_id, cause_id from unnest($1::uuid[], $2::uuid[]) as one (agency_id, cause_id)) asked
       join share_claim c on c.agency_id = asked.agency_id and c.cause_id = asked.cause_id
       join lead_credit k on k.agency_id = c.agency_id and k.id = c.credit_id
       join company client on client.id = k.client_id
      group by asked.cause_id having count(distinct client.id) = 1`,
    [agencyIds, causeIds],
  )
  // Refunds are on other nodes of a cluster than leads.
  const { rows: refunds } = await tx.query<{ id: string; name: string }>(
    `select r.id, client.name from unnest($1::uuid[], $2::uuid[]) as asked (agency_id, id)
       join refund r on r.agency_id = asked.agency_id and r.id = asked.id
       join company client on client.id = r.client_id`,
    [agencyIds, causeIds],
  )
  return new Map([...credits, ...refunds].map(({ id, name }) => [id, name]))
}

export const handleCountClaims: Handler<typeof countShareClaims> = (_input, call) => {
  const { rootId, agencyId } = call.object!
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<{ waiting: number }>(
      `select count(distinct (agency_id, cause_id))::integer as waiting from share_claim
        where root_id = $1 and ($2::uuid is null or agency_id = $2) and state = 'waiting'`,
      [rootId, agencyId],
    )
    return { waiting: rows[0]!.waiting }
  })
}
