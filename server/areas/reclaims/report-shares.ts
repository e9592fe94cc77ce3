import { dollarsFromE4 } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import type { reportReturnedShares, ReturnedShare } from '#contract/reclaims/claims.ts'
import { readReturned, readUse, type Returned, type ShareUse } from '#server/areas/allowances/month.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'

interface Agency {
  id: string
  name: string
  waiting_e4: number
  claims: number
}

/** The operator's agencies, those with waiting claims first. $1 is the operator, $2 the agency or null for all. */
const agencies = `
  select agency.id, agency.name, coalesce(w.e4, 0)::bigint as waiting_e4, coalesce(w.claims, 0)::integer as claims,
         count(*) over ()::integer as total
    from company agency
    left join (
      select agency_id, sum(amount_e4) as e4, count(distinct cause_id) as claims from share_claim
       where root_id = $1 and state = 'waiting' and ($2::uuid is null or agency_id = $2) group by agency_id) w on w.agency_id = agency.id
   where agency.root_id = $1 and agency.kind = 'agency' and agency.removed_at is null and ($2::uuid is null or agency.id = $2)
   order by coalesce(w.e4, 0) desc, agency.name, agency.id limit $3 offset $4`

export const handleReportShares: Handler<typeof reportReturnedShares> = ({ query }, call) => {
  const { rootId, agencyId } = call.object!
  const { page, perPage, months_ago } = query
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<Agency & { total: number }>(agencies, [
      rootId,
      agencyId,
      perPage,
      (page - 1) * perPage,
    ])
    const data: ReturnedShare[] = []
    for (const agency of rows)
      data.push(await reportOf(tx, rootId, agency, { now_ms: call.platform.clock.now(), months_ago }))
    return toPage(data, page, perPage, rows[0]?.total ?? 0)
  })
}

async function reportOf(
  tx: Tx,
  rootId: string,
  agency: Agency,
  { now_ms, months_ago }: { now_ms: number; months_ago: number },
): Promise<ReturnedShare> {
  const book = { rootId, agencyId: agency.id }
  const use = await readUse(tx, book, now_ms, months_ago)
  return present(agency, use, await readReturned(tx, agency.id, use.month))
}

function present(agency: Agency, use: ShareUse, { within_e4, accepted_e4, free_e4 }: Returned): ReturnedShare {
  const returned_e4 = within_e4 + accepted_e4 + free_e4
  return {
    company_id: agency.id,
    company_name: agency.name,
    month: use.month,
    cost: dollarsFromE4(use.cost_e4),
    allowance: use.allowance_e4 === null ? null : dollarsFromE4(use.allowance_e4),
    used: dollarsFromE4(within_e4),
    accepted: dollarsFromE4(accepted_e4),
    free: dollarsFromE4(free_e4),
    returned: dollarsFromE4(returned_e4),
    percent: use.cost_e4 === 0 ? null : Math.round((returned_e4 / use.cost_e4) * 1000) / 10,
    waiting: dollarsFromE4(agency.waiting_e4),
    waiting_claims: agency.claims,
  }
}
