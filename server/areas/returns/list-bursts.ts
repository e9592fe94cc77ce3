import { dollarsFromE4 } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import type { Burst, listBursts } from '#contract/returns/bursts.ts'
import type { Handler } from '#server/platform/http/route.ts'

interface Row extends Omit<Burst, 'since' | 'asked_at' | 'credited_at' | 'retail_price' | 'wholesale_price'> {
  since: Date
  asked_at: Date
  credited_at: Date | null
  retail_e4: number
  wholesale_e4: number
  total: number
}

/** What is not voided yet is summed as it would be now. */
const text = `
  select v.id, v.agency_id, agency.name as agency_name, v.client_id as company_id, client.name as company_name,
         v.campaign_id as "campaignId", campaign.name as "campaignName", campaign.module, v.which, v.burst_from as since,
         v.asked_at, v.credited_at, count(*) over ()::integer as total,
         case when v.credited_at is null then due.leads else v.leads end as leads,
         case when v.credited_at is null then due.retail_e4 else v.retail_e4 end as retail_e4,
         case when v.credited_at is null then due.wholesale_e4 else v.wholesale_e4 end as wholesale_e4
    from burst_void v
    join company agency on agency.id = v.agency_id
    join company client on client.id = v.client_id
    join campaign on campaign.agency_id = v.agency_id and campaign.id = v.campaign_id
   cross join lateral (
     select count(*)::integer as leads, coalesce(sum(lead.retail_price_e4), 0)::bigint as retail_e4,
            coalesce(sum(lead.wholesale_price_e4), 0)::bigint as wholesale_e4
       from lead
      where lead.agency_id = v.agency_id and lead.campaign_id = v.campaign_id and lead.created_at >= v.burst_from
        and lead.kind = 'lead' and (v.which = 'usual' or lead.suspicion > 0)
        and not exists (select from lead_credit k
                         where k.agency_id = v.agency_id and k.lead_id = lead.id and k.reversed_at is null)) due
   where v.root_id = $1
   order by v.asked_at desc, v.id desc limit $2 offset $3`

const present = ({ retail_e4, wholesale_e4, total: _total, ...row }: Row): Burst => ({
  ...row,
  since: row.since.toISOString(),
  asked_at: row.asked_at.toISOString(),
  credited_at: row.credited_at?.toISOString() ?? null,
  retail_price: dollarsFromE4(retail_e4),
  wholesale_price: dollarsFromE4(wholesale_e4),
})

export const handleListBursts: Handler<typeof listBursts> = async ({ query }, call) => {
  const { rows } = await call.inScope((tx) =>
    tx.query<Row>(text, [call.object!.rootId, query.perPage, (query.page - 1) * query.perPage]),
  )
  return toPage(rows.map(present), query.page, query.perPage, rows[0]?.total ?? 0)
}
