import { sentences } from '#contract/core/sentences.ts'
import { promisedDays } from '#contract/identity/advance-information.ts'
import { readEnhanceMinimum } from '#server/areas/branding/settings/enhance-minimum.ts'
import { countComplete, countCompleteByState } from '#server/areas/identity/count-complete.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid, type Failure } from '#server/platform/failure.ts'
import type { LimitPeriod } from '../../campaign.ts'
import type { Supply, TargetedPlaces } from '../campaign-module.ts'

/** The maximum number of days in a period, so that a limit never allows less per day than promised. */
const daysOf: Readonly<Record<LimitPeriod, number>> = { day: 1, week: 7, month: 31, total: promisedDays }

/** The operator's minimum leads per day, for the limit's period (C102). */
export const minEnhanceLimit = async (tx: Tx, rootId: string, period: LimitPeriod): Promise<number> =>
  (await readEnhanceMinimum(tx, rootId)) * daysOf[period]

/** The targeted places, and how much must be known about their people. */
type Wanted = TargetedPlaces<{ leastKnown: number }>

/**
 * Rejects places with fewer sufficiently known people than a week of the minimum leads needs (C098). Places that the
 * campaign already has stay valid, because people move and records age.
 */
export async function checkEnhancePlaces(
  after: Wanted,
  before: Wanted | null,
  { tx, rootId, identityPool, now_ms }: Supply,
): Promise<void> {
  if (before && wordsOf(before) === wordsOf(after)) return
  const { nationalTargeting, states, zips } = after.people
  const needs = (await readEnhanceMinimum(tx, rootId)) * promisedDays
  const whom = { leastKnown: after.settings.leastKnown, now_ms, most: needs }
  if (states.length > 0) {
    const counts = await countCompleteByState(identityPool, states, whom)
    if ([...counts.values()].some((count) => count < needs)) throw tooFew('state', sentences.tooFewInStates, needs)
  } else if (nationalTargeting || zips.length > 0) {
    const count = await countComplete(identityPool, nationalTargeting ? null : zips, whom)
    if (count < needs) throw tooFew(nationalTargeting ? 'locationTarget' : 'zip', sentences.tooFewInPlaces, needs)
  }
}

const tooFew = (field: string, sentence: string, minimum: number): Failure =>
  invalid(field, sentence.replace('{n}', String(minimum)))

const wordsOf = ({ people: { nationalTargeting, states, zips }, settings: { leastKnown } }: Wanted): string =>
  JSON.stringify([nationalTargeting, states, zips, leastKnown])
