import type { CampaignRow } from '#contract/campaigns/campaign.ts'
import type { listCampaigns as operation } from '#contract/campaigns/campaigns.ts'
import { toPage, type Page } from '#contract/core/page.ts'
import { isSearch } from '#contract/core/wire.ts'
import { listScopeOf, clientsOfGroup, assertKnownClient, type ListScope } from '#server/areas/tenants/list-scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { dateOf } from '#server/platform/clock.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { containsText } from '#server/platform/database/like.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import type { Campaign } from '../campaign.ts'
import { presentRow } from './present.ts'
import { campaignColumns, campaignJoins } from '../queries.ts'

type ListRequest = Input<typeof operation>

const orders = {
  campaignName: ['campaign.name', 'campaign.id'],
  created_at: ['campaign.created_at', 'campaign.id'],
} as const

/** Newest first by default; archived campaigns only on request. */
export async function listCampaigns(request: ListRequest, call: SignedInCall): Promise<Page<CampaignRow>> {
  const { page, perPage } = request.query
  const audience = listScopeOf(call.object!, request.params.clientId, request.params.group)
  const now_ms = call.platform.clock.now()
  const { conditions, values } = narrow(audience, request, dateOf(now_ms))
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<Campaign>(
      `select ${campaignColumns} from campaign ${campaignJoins} where ${conditions.join(' and ')}
        order by ${orderOf(request)} limit ${perPage} offset ${(page - 1) * perPage}`,
      values,
    )
    const total = (await readStoredTotal(tx, audience, request)) ?? (await countRows(tx, conditions, values))
    if (total === 0) await assertKnownClient(tx, audience)
    return toPage(
      rows.map((campaign) => presentRow(campaign, localDateAt(now_ms, campaign.timeZone))),
      page,
      perPage,
      total,
    )
  })
}

function narrow(
  audience: ListScope,
  { params, query }: ListRequest,
  now: Date,
): { conditions: string[]; values: unknown[] } {
  const values: unknown[] = [audience.agencyId]
  const conditions = ['campaign.agency_id = $1', 'campaign.removed_at is null']
  const add = (condition: (parameter: string) => string, value: unknown): void => {
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  if (audience.clientId !== null) add((parameter) => `campaign.client_id = ${parameter}`, audience.clientId)
  if (audience.groupId !== null)
    add((parameter) => `campaign.client_id in ${clientsOfGroup(parameter)}`, audience.groupId)
  const { campaignStatus: status } = query
  const isOver = (parameter: string): string =>
    `campaign.end_date < (${parameter}::timestamptz at time zone campaign.time_zone)::date`
  if (isAll(status)) conditions.push(`campaign.status <> 'archived'`)
  else if (status === 'ended') {
    conditions.push(`campaign.status in ('active', 'pause')`)
    add(isOver, now)
  } else {
    add((parameter) => `campaign.status = ${parameter}`, status)
    if (status === 'active' || status === 'pause') add((parameter) => `${isOver(parameter)} is not true`, now)
  }
  if (!isAll(params.type)) add((parameter) => `campaign.module = ${parameter}`, params.type)
  if (isSearch(params.search)) add((parameter) => `campaign.name ilike ${parameter}`, containsText(params.search))
  return { conditions, values }
}

const isAll = (text: string): boolean => text === '' || text === 'all'

function orderOf({ params }: ListRequest): string {
  const isSorted = params.sort in orders && (params.order === 'asc' || params.order === 'desc')
  const columns = orders[isSorted ? (params.sort as keyof typeof orders) : 'created_at']
  const direction = isSorted ? params.order : 'desc'
  return columns.map((column) => `${column} ${direction}`).join(', ')
}

/** The stored count if one fits the filters; null if rows must be counted. */
async function readStoredTotal(tx: Tx, audience: ListScope, { params, query }: ListRequest): Promise<number | null> {
  if (isSearch(params.search) || !isAll(params.type) || !isAll(params.group)) return null
  // Campaigns end as days pass, so no count by status is stored.
  if (!isAll(query.campaignStatus)) return null
  const { rows } = await tx.query<{ total: number }>(
    `select coalesce(sum(campaigns), 0)::integer as total from company_count
      where agency_id = $1 and client_id is not null and client_id = coalesce($2, client_id)`,
    [audience.agencyId, audience.clientId],
  )
  return rows[0]!.total
}

async function countRows(tx: Tx, conditions: readonly string[], values: unknown[]): Promise<number> {
  const { rows } = await tx.query<{ total: number }>(
    `select count(*)::integer as total from campaign where ${conditions.join(' and ')}`,
    values,
  )
  return rows[0]!.total
}
