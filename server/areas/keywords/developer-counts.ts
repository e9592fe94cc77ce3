import type { DeveloperCount, listDeveloperCounts, queueDeveloperCount } from '#contract/keywords/developer-counts.ts'
import type { queueCount as operation } from '#contract/keywords/counts.ts'
import { isCampaignOf } from '#server/areas/campaigns/read/is-campaign-of.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound, withFieldNames } from '#server/platform/failure.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import { developerPage, ownerOfList } from '#server/platform/http/developer-list.ts'
import { countColumns, type UnnumberedCount } from './counts.ts'
import { queueCount, readCount } from './queue-count.ts'
import type { Target } from './target.ts'

type Row = UnnumberedCount & { clientId: string; at: Date }

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

type Body = Input<typeof queueDeveloperCount>['body']

/** Queues a count through the product's own use case, and shows it as the list does. */
export const handleQueueDeveloperCount: Handler<typeof queueDeveloperCount> = ({ body }, call) =>
  withFieldNames(developerFieldOf, async () => {
    const { data } = await queueCount({ params: {}, query: {}, body: writeCount(body) }, call)
    return call.inScope(async (tx) => {
      const { rows } = await tx.query<Row>(
        `select ${countColumns}, client_id as "clientId", created_at as at from keyword_count where agency_id = $1 and id = $2`,
        [call.object!.agencyId, data.id],
      )
      return present(rows[0]!)
    })
  })

/** The keywords and places of a count as the list shows them, checked like those of a queued one: for the sandbox. */
export const readDeveloperCount = (tx: Tx, body: Body) =>
  withFieldNames(developerFieldOf, async () => {
    const { keyword, target } = await readCount(tx, writeCount(body))
    return presentInput(keyword, target)
  })

const writeCount = (body: Body): Input<typeof operation>['body'] => ({
  campaignId: body.campaign_id,
  keyword: body.keywords.join('\n'),
  target_location: body.target_location,
  states: body.states?.join(','),
  cities: body.cities?.join(','),
  zip_code: body.zip_codes?.join('\n'),
})

const developerFieldOf = (field: string): string => fieldNames[field] ?? field

const presentInput = (keyword: string, target: Target) => ({
  keywords: keyword.split('\n'),
  target_location: target.location,
  states: target.states,
  cities: target.cities,
  zip_codes: target.zips,
})

const present = (row: Row): DeveloperCount => ({
  id: row.id,
  client_id: row.clientId,
  campaign_id: row.campaignId,
  ...presentInput(row.keyword, row.target),
  status: row.status,
  failure: row.failure,
  nationwide_count: row.countWithoutGeo,
  count: row.count,
  created_at: row.createdAt.toISOString(),
})
