import { readRoots } from '#server/areas/branding/read-roots.ts'
import { erasedLead } from '#server/areas/companies/purge/erasures.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'

const campaignsAtOnce = 100
const leadsAtOnce = 5_000

type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

interface Ended {
  agencyId: string
  id: string
  /** As formatted by the database, with microseconds. */
  updatedAt: string
}

/**
 * Anonymizes the leads of campaigns that ended before an instant: removed, stopped or archived then, or past their last
 * day, and not changed since. Search terms, notes and texts in returns are erased too. Number, prices and money stay. One that
 * cannot be erased does not block the others.
 */
export async function eraseEndedLeads(platform: Platform, before_ms: number): Promise<void> {
  for (const rootId of await readRoots(platform)) {
    const run: Run = (work) => inScope(platform.appPool, { kind: 'root', rootId }, work)
    let last: Ended | undefined
    do {
      const campaigns: Ended[] = await run((tx) => findEnded(tx, rootId, before_ms, last))
      await settleEach(platform, 'leads of an ended campaign could not be erased', campaigns, (campaign) =>
        eraseLeadsOf(run, campaign, dateOf(platform.clock.now())),
      )
      last = campaigns.length < campaignsAtOnce ? undefined : campaigns.at(-1)
    } while (last)
  }
}

async function findEnded(tx: Tx, rootId: string, before_ms: number, after?: Ended): Promise<Ended[]> {
  const { rows } = await tx.query<Ended>(
    `select agency_id as "agencyId", id, updated_at::text as "updatedAt" from campaign
     where root_id = $1 and updated_at < $2 and coalesce(removed_at, '-infinity') < $2 and coalesce(end_date, '-infinity') < $2::date
       and (removed_at is not null or status in ('stop', 'archived') or end_date is not null)
       and (leads_erased_at is null or leads_erased_at < greatest(updated_at, removed_at))
       and ($4::uuid is null or (updated_at, id) > ($3::timestamptz, $4::uuid))
     order by updated_at, id limit ${campaignsAtOnce}`,
    [rootId, dateOf(before_ms), after?.updatedAt ?? null, after?.id ?? null],
  )
  return rows
}

/** In batches, newest first; the campaign is marked when none is left, so that an interrupted run starts over. */
async function eraseLeadsOf(run: Run, { agencyId, id }: Ended, at: Date): Promise<void> {
  let last: Place | undefined = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
  while (last) last = await eraseSome(run, agencyId, id, last)
  await run(async (tx) => {
    await tx.query('delete from conversion where agency_id = $1 and campaign_id = $2', [agencyId, id])
    await tx.query('update campaign set leads_erased_at = $3 where agency_id = $1 and id = $2', [agencyId, id, at])
    // Until then, people could still write about leads of the first batches.
    await tx.query(
      `update lead set next_action = '', next_action_date = null, tags = '{}'
        where agency_id = $1 and campaign_id = $2 and (next_action_date is not null or tags <> '{}')`,
      [agencyId, id],
    )
    await tx.query(
      `delete from lead_tag using lead
        where lead_tag.agency_id = $1 and lead.agency_id = $1 and lead.id = lead_tag.lead_id and lead.campaign_id = $2`,
      [agencyId, id],
    )
    await tx.query(
      `update lead_entry set note = '' from lead
        where lead_entry.agency_id = $1 and lead_entry.note <> '' and lead.agency_id = $1
          and lead.id = lead_entry.lead_id and lead.campaign_id = $2`,
      [agencyId, id],
    )
  })
}

/** A lead's position, in the order of a campaign's leads. */
interface Place {
  at: string
  id: string
}

async function eraseSome(run: Run, agencyId: string, campaignId: string, after: Place): Promise<Place | undefined> {
  const { rows } = await run((tx) => tx.query<Place>(eraseText, [agencyId, campaignId, after.at, after.id]))
  return rows[0]
}

const eraseText = `
  with part as (
    select id, created_at from lead
     where agency_id = $1 and campaign_id = $2 and (created_at, id) < ($3::timestamptz, $4::uuid)
     order by created_at desc, id desc limit ${leadsAtOnce}),
  done as (
    update lead set ${erasedLead}
      from part where lead.agency_id = $1 and lead.id = part.id),
  returned as (
    update lead_return set detail = '', answer = '' from part where lead_return.agency_id = $1 and lead_return.lead_id = part.id),
  noted as (
    update lead_entry set note = '' from part where lead_entry.agency_id = $1 and lead_entry.lead_id = part.id)
  select created_at::text as at, id from part order by created_at, id limit 1`
