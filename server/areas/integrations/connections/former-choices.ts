import { z } from 'zod'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import { timeOfId } from '#server/platform/ids.ts'

/**
 * What a destination no longer sends to, so that a person can be taken back from there: each former list, tag and group
 * with the time at which it was dropped, and when its account was last replaced by another one. Kept in the destination's
 * state, beside what its connector stores there.
 */
const kinds = ['lists', 'tags', 'groups'] as const
const untilByChoice = z.record(z.string(), z.number())
const former = z.object({
  lists: untilByChoice.optional(),
  tags: untilByChoice.optional(),
  groups: untilByChoice.optional(),
})
const formerState = z.object({ former: former.optional(), other_account_ms: z.number().optional() })

type State = Readonly<Record<string, unknown>>

const formerIn = (state: State): z.output<typeof former> => formerState.parse(state).former ?? {}

/** The state's change when other choices are saved: what is dropped now, besides what was dropped before. */
export function dropChoices(
  state: State,
  before: IntegrationDetails,
  after: IntegrationDetails,
  now_ms: number,
): State {
  const formerChoices = formerIn(state)
  const changes = kinds.flatMap((kind) => {
    const lostChoices = (before[kind] ?? []).filter((one) => !after[kind]?.includes(one))
    return lostChoices.length > 0
      ? [[kind, { ...formerChoices[kind], ...Object.fromEntries(lostChoices.map((one) => [one, now_ms])) }]]
      : []
  })
  return changes.length > 0 ? { former: { ...formerChoices, ...Object.fromEntries(changes) } } : {}
}

/** The choices under which a lead may have been sent: today's, and those that were dropped after the lead was made. */
export function choicesOfLead(details: IntegrationDetails, state: State, leadId: string): IntegrationDetails {
  const formerChoices = formerIn(state)
  const since = (kind: (typeof kinds)[number]): string[] =>
    Object.entries(formerChoices[kind] ?? {}).flatMap(([one, until_ms]) => (timeOfId(leadId) <= until_ms ? [one] : []))
  return {
    ...details,
    ...Object.fromEntries(kinds.map((kind) => [kind, [...new Set([...(details[kind] ?? []), ...since(kind)])]])),
  }
}

/** The state's change when another account is connected. */
export const replaceAccount = (now_ms: number): State => ({ other_account_ms: now_ms })

/**
 * Whether a destination's account is the one that was connected before, although its name changed, as it does with a
 * new key: it has all that was chosen there. `present` are the ids in the account now, which no other account has.
 */
export function isSameAccount(
  details: IntegrationDetails,
  state: State,
  kind: 'lists' | 'tags',
  present: ReadonlySet<string>,
): boolean {
  const since_ms = formerState.parse(state).other_account_ms ?? -1
  const droppedChoices = Object.entries(formerIn(state)[kind] ?? {}).flatMap(([one, at_ms]) =>
    at_ms > since_ms ? [one] : [],
  )
  const choices = [...(details[kind] ?? []), ...droppedChoices]
  return choices.length > 0 && choices.every((one) => present.has(one))
}

/** Whether a lead may have been sent to an account that was replaced, which we can no longer reach. */
export const isInOtherAccount = (state: State, leadId: string): boolean =>
  timeOfId(leadId) <= (formerState.parse(state).other_account_ms ?? -1)
