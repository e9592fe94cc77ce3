import { sentences } from '#contract/core/sentences.ts'
import type { LeadReturn, listReturns, readLeadReturn } from '#contract/returns/returns.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import { seesWholesale } from '#server/areas/leads/read/present.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { readReturnable } from './returnable.ts'

interface Row extends Omit<
  LeadReturn,
  'captured_at' | 'requested_at' | 'decide_by' | 'decided_at' | 'decided_by_rule' | 'retail_price'
> {
  captured_at: Date
  requested_at: Date
  decide_by: Date
  decided_at: Date | null
  decided_by: string | null
  retail_price_e4: number
}

const columns = `r.id, r.lead_id, trim(lead.first_name || ' ' || lead.last_name) as person_name, r.client_id as company_id,
  client.name as company_name, campaign.name as "campaignName", campaign.module, lead.created_at as captured_at, r.reason,
  r.detail, r.state, r.requested_at, r.decide_by, r.decided_at, r.decided_by, r.answer, lead.retail_price_e4`

const source = `from lead_return r
  join lead on lead.agency_id = $1 and lead.id = r.lead_id
  join campaign on campaign.agency_id = $1 and campaign.id = lead.campaign_id
  join company client on client.id = r.client_id
 where r.agency_id = $1`

const present = ({ decided_by, retail_price_e4, ...row }: Row): LeadReturn => ({
  ...row,
  captured_at: row.captured_at.toISOString(),
  requested_at: row.requested_at.toISOString(),
  decide_by: row.decide_by.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  decided_by_rule: row.decided_at !== null && decided_by === null,
  retail_price: dollarsFromE4(retail_price_e4),
})

interface Sums {
  pending: number
  accepted: number
  refused: number
  retail_e4: number
  wholesale_e4: number
}

/** The number of returns by state, and what the accepted ones were credited. */
async function readSums(tx: Tx, agencyId: string, clientId: string | null): Promise<Sums> {
  const { rows } = await tx.query<Sums>(
    `select count(*) filter (where r.state = 'pending')::integer as pending,
            count(*) filter (where r.state = 'accepted')::integer as accepted,
            count(*) filter (where r.state = 'refused')::integer as refused,
            coalesce(sum(k.retail_e4), 0)::bigint as retail_e4, coalesce(sum(k.wholesale_e4), 0)::bigint as wholesale_e4
       from lead_return r
       left join lead_credit k on k.agency_id = $1 and k.return_id = r.id and k.reversed_at is null
      where r.agency_id = $1 and ($2::uuid is null or r.client_id = $2)`,
    [agencyId, clientId],
  )
  return rows[0]!
}

export const handleListReturns: Handler<typeof listReturns> = async ({ query }, call) => {
  const { agencyId, clientId } = call.object!
  if (agencyId === null) throw invalid('companyId', sentences.companiesOnly)
  const state = query.state === 'all' || query.state === '' ? null : query.state
  const { rows, sums } = await call.inScope(async (tx) => {
    const page = await tx.query<Row>(
      `select ${columns} ${source} and ($2::uuid is null or r.client_id = $2) and ($3::text is null or r.state = $3)
        order by r.requested_at desc, r.id desc limit $4 offset $5`,
      [agencyId, clientId, state, query.perPage, (query.page - 1) * query.perPage],
    )
    return { rows: page.rows, sums: await readSums(tx, agencyId, clientId) }
  })
  const { retail_e4, wholesale_e4, ...counts } = sums
  const total = state === null ? counts.pending + counts.accepted + counts.refused : counts[state]
  return {
    ...toPage(rows.map(present), query.page, query.perPage, total),
    sums: {
      ...counts,
      credited: dollarsFromE4(retail_e4),
      ...(seesWholesale(call.caller) && { received: dollarsFromE4(wholesale_e4) }),
    },
  }
}

export const handleReadLeadReturn: Handler<typeof readLeadReturn> = async ({ params }, call) => {
  const agencyId = call.object!.agencyId!
  const { current, returnable } = await call.inScope(async (tx) => {
    const { rows } = await tx.query<Row>(`select ${columns} ${source} and r.lead_id = $2`, [agencyId, params.id])
    return { current: rows[0], returnable: await readReturnable(tx, agencyId, params.id, call.platform.clock.now()) }
  })
  return {
    result: 'success',
    message: '',
    data: {
      current: current ? present(current) : null,
      obstacle: returnable.obstacle,
      until: new Date(returnable.until_ms).toISOString(),
    },
  }
}
