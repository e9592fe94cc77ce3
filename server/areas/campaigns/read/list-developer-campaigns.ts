import type { DeveloperCampaign, listDeveloperCampaigns as operation } from '#contract/campaigns/developer-campaigns.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { developerPage, ownerOfList } from '#server/platform/http/developer-list.ts'
import type { Campaign } from '../campaign.ts'
import { presentPeriod } from './present.ts'

type Row = Omit<DeveloperCampaign, 'created_at' | 'updated_at' | 'limit_period'> & {
  limit_period: Campaign['limitPeriod']
  at: Date
  updated_at: Date
}

/** Campaigns for the developer API, newest first. */
export const listDeveloperCampaigns: Handler<typeof operation> = async ({ query }, call) => {
  const { agencyId, clientId } = ownerOfList(call)
  return developerPage(
    call,
    'campaigns',
    query,
    (after, limit) => {
      const values: unknown[] = [agencyId, limit]
      const conditions = ['agency_id = $1', 'removed_at is null']
      const parameter = (value: unknown): string => `$${values.push(value)}`
      if (clientId !== null) conditions.push(`client_id = ${parameter(clientId)}`)
      if (query.status !== undefined) conditions.push(`status = ${parameter(query.status)}`)
      if (after) conditions.push(`(created_at, id) < (${parameter(after.at)}, ${parameter(after.id)})`)
      const text = `
        select id, client_id, name, module, status, site_url, time_zone, start_date::text, end_date::text, limit_leads,
               limit_period, month_cap_cents, alert_shares, alert_cents, alert_payer, created_at as at, updated_at
        from campaign
        where ${conditions.join(' and ')} order by created_at desc, id desc limit $2`
      return call.readOnce<Row>({ text, values })
    },
    ({ at, updated_at, limit_period, ...row }) => ({
      ...row,
      limit_period: presentPeriod(limit_period),
      created_at: at.toISOString(),
      updated_at: updated_at.toISOString(),
    }),
  )
}
