import type { CampaignRow } from '#contract/campaigns/campaign.ts'
import type { listCampaigns as operation } from '#contract/campaigns/campaigns.ts'
import { toPage, type Page } from '#contract/core/page.ts'
import { isSearch } from '#contract/core/wire.ts'
import { audienceOf, refuseUnknownClient, type Audience } from '#server/areas/tenants/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { containsText } from '#server/platform/database/like.ts'
import type { Input, SignedInCall } from '#server/platform/http/call.ts'
import type { Campaign } from './campaign.ts'
import { presentRow } from './present.ts'
import { campaignColumns, campaignJoins } from './queries.ts'

type Asked = Input<typeof operation>

const orders = {
  campaignName: ['campaign.name', 'campaign.id'],
  created_at: ['campaign.created_at', 'campaign.id'],
} as const

/** The newest first unless asked otherwise; archived campaigns only when asked for. */
export async function listCampaigns(asked: Asked, call: SignedInCall): Promise<Page<CampaignRow>> {
  const { Page: page, PerPage: perPage } = asked.query
  const audience = audienceOf(call.object!, asked.params.clientID)
  const { conditions, values } = narrow(audience, asked)
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<Campaign>(
      `select ${campaignColumns} from campaign ${campaignJoins} where ${conditions.join(' and ')}
        order by ${orderOf(asked)} limit ${perPage} offset ${(page - 1) * perPage}`,
      values,
    )
    const total = (await readKeptTotal(tx, audience, asked)) ?? (await countRows(tx, conditions, values))
    if (total === 0) await refuseUnknownClient(tx, audience)
    return toPage(rows.map(presentRow), page, perPage, total)
  })
}

function narrow(audience: Audience, { params, query }: Asked): { conditions: string[]; values: unknown[] } {
  const values: unknown[] = [audience.agencyId]
  const conditions = ['campaign.agency_id = $1', 'campaign.removed_at is null']
  const add = (condition: (place: string) => string, value: unknown): void => {
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  if (audience.clientId !== null) add((place) => `campaign.client_id = ${place}`, audience.clientId)
  if (!isAll(params.group))
    add((place) => `campaign.client_id in (select id from company where company_group_id = ${place})`, params.group)
  if (isAll(query.CampaignStatus)) conditions.push(`campaign.status <> 'archived'`)
  else add((place) => `campaign.status = ${place}`, query.CampaignStatus)
  if (!isAll(params.type)) add((place) => `campaign.module = ${place}`, params.type)
  if (isSearch(params.search)) add((place) => `campaign.name ilike ${place}`, containsText(params.search))
  return { conditions, values }
}

const isAll = (text: string): boolean => text === '' || text === 'all'

function orderOf({ params }: Asked): string {
  const isSorted = params.sort in orders && (params.order === 'asc' || params.order === 'desc')
  const columns = orders[isSorted ? (params.sort as keyof typeof orders) : 'created_at']
  const direction = isSorted ? params.order : 'desc'
  return columns.map((column) => `${column} ${direction}`).join(', ')
}

/** The kept count where one fits what was asked; null where rows must be counted. */
async function readKeptTotal(tx: Tx, audience: Audience, { params, query }: Asked): Promise<number | null> {
  if (isSearch(params.search) || !isAll(params.type) || !isAll(params.group)) return null
  if (!isAll(query.CampaignStatus) && query.CampaignStatus !== 'active') return null
  const column = query.CampaignStatus === 'active' ? 'active_campaigns' : 'campaigns'
  const { rows } = await tx.query<{ total: number }>(
    `select coalesce(sum(${column}), 0)::integer as total from company_count
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
