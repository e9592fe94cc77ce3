import { sentences, withNames } from '#contract/core/sentences.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Campaign, CampaignSettings } from './campaign.ts'
import type { Blocker } from './modules/campaign-module.ts'
import { moduleOf } from './modules/registry.ts'
import { findUnknownStates, findUnknownZips } from './find-unknown-places.ts'

const earliestDate = '2000-01-01'
const latestDate = '2100-12-31'

/** What must hold for a campaign whenever it is saved, beyond what each field says alone. Throws `invalid`. */
export async function checkSettings(tx: Tx, settings: CampaignSettings): Promise<void> {
  // The browser's calendar and the database's may be of different years; limits and schedules run in the database.
  const zone = await tx.query('select 1 from pg_timezone_names where name = $1', [settings.timeZone])
  if (zone.rowCount === 0) throw invalid('timezone', sentences.timeZone)
  if (settings.startDate < earliestDate || settings.startDate > latestDate)
    throw invalid('startDate', sentences.dateInReach)
  if (settings.endDate !== null && (settings.endDate < settings.startDate || settings.endDate > latestDate))
    throw invalid('endDate', sentences.lastDayInReach)
  if (settings.spreadsEvenly && !hasDailyLimit(settings))
    throw invalid('spread_evenly', 'Only a limit of leads per day can be spread.')
  if (settings.states.length > 0) {
    const unknown = await findUnknownStates(tx, settings.states)
    if (unknown.length > 0) throw invalid('state', withNames(sentences.unknownStates, unknown))
  }
  if (settings.zips.length > 0) {
    const unknown = await findUnknownZips(tx, settings.zips)
    // All that were found are named, so that a pasted list is mended in one go.
    if (unknown.length > 0) throw invalid('zip', withNames(sentences.unknownZips, unknown))
  }
}

/** Whether there is a number of leads for each day, which alone can be spread over it. */
export const hasDailyLimit = ({ limitLeads, limitPeriod }: CampaignSettings): boolean =>
  limitLeads !== null && limitPeriod === 'day'

/** What keeps a campaign from being started, every point of it, named by the form's fields. */
export function findBlockers(settings: CampaignSettings & Pick<Campaign, 'module'>, today: string): Blocker[] {
  const blockers: Blocker[] = []
  if (settings.endDate !== null && settings.endDate < today)
    blockers.push({ field: 'endDate', message: 'The end date has passed.' })
  return [...findModuleBlockers(settings), ...blockers, ...findPlaceBlockers(settings)]
}

/** Whether it looks for people anywhere. */
export const findPlaceBlockers = ({ nationalTargeting, states, zips }: CampaignSettings): Blocker[] =>
  nationalTargeting || states.length > 0 || zips.length > 0
    ? []
    : [{ field: 'locationTarget', message: 'No states or ZIP codes are targeted.' }]

/** Those of them that only campaigns of its module can have. */
export const findModuleBlockers = (settings: CampaignSettings & Pick<Campaign, 'module'>): Blocker[] =>
  moduleOf(settings.module).findBlockers(settings, settings.moduleSettings)
