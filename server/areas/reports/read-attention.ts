import { modulesWithPixel } from '#contract/campaigns/modules.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { causeTexts, type Cause } from '#contract/integrations/causes.ts'
import {
  endsSoonWithin_days,
  maxNamed,
  pixelSilentAfter_hours,
  type AttentionItem,
  type AttentionKind,
  type readReportAttention,
} from '#contract/reports/dashboard.ts'
import { listScopeOf, assertKnownClient, type ListScope } from '#server/areas/tenants/list-scope.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { daysBefore, today } from './days.ts'
import { moduleOf } from './module-of.ts'

type Answer = AnswerOf<typeof readReportAttention>

interface AttentionQuery extends ListScope {
  module: string | null
  now: Date
  /** Pixels that have not reported since then are silent. */
  silentSince: Date
  today: string
}

interface ItemRow {
  kind: AttentionKind
  id: string
  name: string
  client: string
  since: Date | null
  endDate: string | null
  cause: string | null
  total: number
}

/** What needs attention: silent pixels, failing deliveries, and campaigns that end soon or never started. */
export const handleReadReportAttention: Handler<typeof readReportAttention> = async ({ params, query }, call) => {
  const audience = listScopeOf(call.object!, params.clientId)
  const { clock } = call.platform
  const attention: AttentionQuery = {
    ...audience,
    module: moduleOf(query.moduleType),
    now: dateOf(clock.now()),
    silentSince: dateOf(clock.now() - pixelSilentAfter_hours * 3_600_000),
    today: today(clock),
  }
  return call.inScope(async (tx) => {
    await assertKnownClient(tx, audience)
    const items = await readItems(tx, attention)
    return {
      pixels: await countPixels(tx, attention),
      destinations: await countDestinations(tx, attention),
      total: items[0]?.total ?? 0,
      items: items.map(present),
    }
  })
}

const isCause = (code: string | null): code is Cause => code !== null && Object.hasOwn(causeTexts, code)

const present = (row: ItemRow): AttentionItem => ({
  kind: row.kind,
  campaignId: row.id,
  campaignName: row.name,
  company_name: row.client,
  since: row.since?.toISOString() ?? null,
  end_date: row.endDate,
  cause: isCause(row.cause) ? row.cause : null,
})

/** Current campaigns of one agency or client, in one module or all: $1 to $4. */
const ofAudience = `campaign.root_id = $1 and campaign.agency_id = $2 and ($3::uuid is null or campaign.client_id = $3)
  and ($4::text is null or campaign.module = $4) and campaign.removed_at is null`

/** Only these have a pixel that can be silent; ended campaigns are excluded. */
const reports = (now: string): string => `campaign.module in (${modulesWithPixel.map((module) => `'${module}'`).join()})
  and campaign.status = 'active' and (campaign.end_date < (${now}::timestamptz at time zone campaign.time_zone)::date) is not true`

async function countPixels(tx: Tx, attention: AttentionQuery): Promise<Answer['pixels']> {
  const { rows } = await tx.query<Answer['pixels']>(
    `select count(*) filter (where last_hit_at >= $5)::integer as reporting,
       count(*) filter (where last_hit_at < $5)::integer as silent,
       count(*) filter (where last_hit_at is null)::integer as missing
     from campaign where ${ofAudience} and ${reports('$6')}`,
    [attention.rootId, attention.agencyId, attention.clientId, attention.module, attention.silentSince, attention.now],
  )
  return rows[0]!
}

async function countDestinations(tx: Tx, attention: AttentionQuery): Promise<Answer['destinations']> {
  const { rows } = await tx.query<Answer['destinations']>(
    `select count(*) filter (where destination.status = 'ok')::integer as ok,
       count(*) filter (where destination.status = 'failing')::integer as failing,
       count(*) filter (where destination.status = 'disabled')::integer as disabled
     from destination join campaign on campaign.agency_id = destination.agency_id and campaign.id = destination.campaign_id
     join company client on client.id = campaign.client_id and client.removed_at is null
     where ${ofAudience} and campaign.status not in ('archived', 'stop')
       and destination.agency_id = $2 and destination.removed_at is null`,
    [attention.rootId, attention.agencyId, attention.clientId, attention.module],
  )
  return rows[0]!
}

/** One row per campaign and problem; most urgent first, then longest. */
async function readItems(tx: Tx, attention: AttentionQuery): Promise<ItemRow[]> {
  const { rows } = await tx.query<ItemRow>(
    `select item.kind, item.id, item.name, client.name as client, item.since, item.end_date as "endDate", item.cause,
       count(*) over ()::integer as total
     from (
       select case destination.status when 'disabled' then 'delivery_disabled' else 'delivery_failing' end as kind,
         case destination.status when 'disabled' then 1 else 2 end as rank, campaign.id, campaign.name, campaign.client_id,
         min(destination.failing_since) as since, null::text as end_date, min(destination.last_error_code) as cause
       from destination
       join campaign on campaign.agency_id = destination.agency_id and campaign.id = destination.campaign_id
       where destination.agency_id = $2 and destination.status <> 'ok' and destination.removed_at is null
         and ${ofAudience} and campaign.status not in ('archived', 'stop')
       group by destination.status, campaign.id, campaign.name, campaign.client_id
       union all
       select case when last_hit_at is null then 'pixel_missing' else 'pixel_silent' end,
         case when last_hit_at is null then 3 else 4 end, id, name, client_id,
         coalesce(last_hit_at, created_at), null, null
       from campaign where ${ofAudience} and ${reports('$8')} and (last_hit_at is null or last_hit_at < $5)
       union all
       select 'ends_soon', 5, id, name, client_id, null, end_date::text, null
       from campaign where ${ofAudience} and status = 'active' and end_date >= $6::date and end_date <= $7::date
       union all
       select 'not_started', 6, id, name, client_id, created_at, null, null
       from campaign where ${ofAudience} and status = 'draft') item
     join company client on client.id = item.client_id and client.removed_at is null
     order by item.rank, item.end_date, item.since, item.id limit ${maxNamed}`,
    [
      attention.rootId,
      attention.agencyId,
      attention.clientId,
      attention.module,
      attention.silentSince,
      attention.today,
      daysBefore(attention.today, -endsSoonWithin_days),
      attention.now,
    ],
  )
  return rows
}
