import { problemOfDays } from '#contract/campaigns/running-days.ts'
import { sentences, withNames } from '#contract/core/sentences.ts'
import { assertKnownTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Campaign, CampaignSettings } from '../campaign.ts'
import type { Blocker } from '../modules/campaign-module.ts'
import { moduleOf } from '../modules/registry.ts'
import { findUnknownStates, findUnknownZips } from '../places/find-unknown-places.ts'

/** The settings that are checked together. */
export type CheckedSettings = Pick<
  CampaignSettings,
  'timeZone' | 'startDate' | 'endDate' | 'spreadsEvenly' | 'limitPeriod' | 'states' | 'zips'
>

/** Checks across fields on every save of a campaign. Throws `invalid`. */
export async function checkSettings(tx: Tx, settings: CheckedSettings): Promise<void> {
  await assertKnownTimeZone(tx, settings.timeZone)
  const problem = problemOfDays(settings)
  if (problem) throw invalid(problem.field, problem.message)
  if (settings.spreadsEvenly && !hasDailyLimit(settings))
    throw invalid('spread_evenly', 'Only a limit of leads per day can be spread.')
  if (settings.states.length > 0) {
    const unknownStates = await findUnknownStates(tx, settings.states)
    if (unknownStates.length > 0) throw invalid('state', withNames(sentences.unknownStates, unknownStates))
  }
  if (settings.zips.length > 0) {
    const unknownZips = await findUnknownZips(tx, settings.zips)
    // Names all of them, so that a pasted list can be fixed at once.
    if (unknownZips.length > 0) throw invalid('zip', withNames(sentences.unknownZips, unknownZips))
  }
}

/** Whether there is a daily limit, the only kind that can be spread. */
export const hasDailyLimit = ({ limitPeriod }: Pick<CheckedSettings, 'limitPeriod'>): boolean => limitPeriod === 'day'

/** Everything that prevents a campaign from starting, by form field. */
export function findBlockers(settings: CampaignSettings & Pick<Campaign, 'module'>, today: string): Blocker[] {
  const blockers: Blocker[] = []
  if (settings.endDate !== null && settings.endDate < today)
    blockers.push({ field: 'endDate', message: 'The end date has passed.' })
  return [...findModuleBlockers(settings), ...blockers, ...findLocationBlockers(settings)]
}

/** Blocks campaigns that target no place. */
export const findLocationBlockers = ({ nationalTargeting, states, zips }: CampaignSettings): Blocker[] =>
  nationalTargeting || states.length > 0 || zips.length > 0
    ? []
    : [{ field: 'locationTarget', message: 'No states or ZIP codes are targeted.' }]

/** The blockers of the campaign's module. */
export const findModuleBlockers = (settings: CampaignSettings & Pick<Campaign, 'module'>): Blocker[] =>
  moduleOf(settings.module).findBlockers(settings, settings.moduleSettings)
