import type { DeveloperCount, listDeveloperCounts, queueDeveloperCount } from '#contract/keywords/developer-counts.ts'
import { isCampaignOf } from '#server/areas/campaigns/public.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { developerPage, ownerOfList } from '#server/platform/http/developer-list.ts'
import { countColumns, type CountRow } from './counts.ts'
import { queueCount } from './queue-count.ts'

type Row = Omit<CountRow, 'number'> & { clientId: string; at: Date }

/** Counts for the developer API, newest first. */
export const handleListDeveloperCounts: Handler<typeof listDeveloperCounts> = async ({ query }, call) => {
  const owner = ownerOfList(call)
  const { agencyId, clientId } = owner
  const { campaign_id: campaignId } = query
  if (campaignId !== undefined && !(await call.inScope((tx) => isCampaignOf(tx, owner, campaignId)))) throw notFound()
  return developerPage(
    call,
    'keyword-counts',
    query,
    (after, limit) => {
      const values: unknown[] = [agencyId, limit]
      const conditions = ['agency_id = $1']
      const parameter = (value: unknown): string => `$${values.push(value)}`
      if (clientId !== null) conditions.push(`client_id = ${parameter(clientId)}`)
      if (campaignId !== undefined) conditions.push(`campaign_id = ${parameter(campaignId)}`)
      if (after) conditions.push(`(created_at, id) < (${parameter(after.at)}, ${parameter(after.id)})`)
      const text = `
        select ${countColumns}, client_id as "clientId", created_at as at from keyword_count
        where ${conditions.join(' and ')} order by created_at desc, id desc limit $2`
      return call.readOnce<Row>({ text, values })
    },
    present,
  )
}

const fieldNames: Readonly<Record<string, string>> = {
  campaignId: 'campaign_id',
  keyword: 'keywords',
  zip_code: 'zip_codes',
}

/** Queues a count through the product's own use case, and shows it as the list does. */
export const handleQueueDeveloperCount: Handler<typeof queueDeveloperCount> = async ({ body }, call) => {
  const { campaign_id: campaignId, keywords, target_location, states, cities, zip_codes } = body
  try {
    const { data } = await queueCount(
      {
        params: {},
        query: {},
        body: {
          campaignId,
          keyword: keywords.join('\n'),
          target_location,
          states: states?.join(','),
          cities: cities?.join(','),
          zip_code: zip_codes?.join('\n'),
        },
      },
      call,
    )
    return await call.inScope(async (tx) => {
      const { rows } = await tx.query<Row>(
        `select ${countColumns}, client_id as "clientId", created_at as at from keyword_count where agency_id = $1 and id = $2`,
        [call.object!.agencyId, data.id],
      )
      return present(rows[0]!)
    })
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown.withFields((field) => fieldNames[field] ?? field) : thrown
  }
}

const present = (row: Row): DeveloperCount => ({
  id: row.id,
  client_id: row.clientId,
  campaign_id: row.campaignId,
  keywords: row.keyword.split('\n'),
  target_location: row.target.location,
  states: row.target.states,
  cities: row.target.cities,
  zip_codes: row.target.zips,
  status: row.status,
  failure: row.failure,
  nationwide_count: row.countWithoutGeo,
  count: row.count,
  created_at: row.createdAt.toISOString(),
})
