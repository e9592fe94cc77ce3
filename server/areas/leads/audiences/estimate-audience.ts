import type { Definition } from '#contract/audiences/definition.ts'
import { sentences } from '#contract/core/sentences.ts'
import { smallestShown, type estimateAudience } from '#contract/leads/audience-people.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { findPersons } from '#server/areas/identity/find-persons.ts'
import { samplePersons } from '#server/areas/identity/sample-persons.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findDriven } from './find-driven.ts'
import { isMember } from './judge.ts'
import { readKnown, type HistoryQuery } from './read-known.ts'

type Size = AnswerOf<typeof estimateAudience>['data']

/**
 * Estimates the size of an audience while it is being edited. Candidates come from its behavior or list conditions, or from a
 * sample of everyone if it has none, up to a maximum. Small sizes are only reported as "fewer than", and numbers are
 * rounded down to tens, so that comparing sizes reveals no single person.
 */
export const handleEstimateAudience: Handler<typeof estimateAudience> = async ({ body }, call) => {
  const { agencyId, clientId } = call.object!
  if (agencyId === null || clientId === null) throw invalid('companyId', sentences.clientsOnly)
  const { identityPool, clock } = call.platform
  const data = await call.inScope((tx) =>
    estimate({ tx, identityPool, agencyId, clientId, now_ms: clock.now() }, body.definition),
  )
  return { result: 'success', message: '', data }
}

async function estimate(history: HistoryQuery, definition: Definition): Promise<Size> {
  const candidates = await findDriven(history, definition)
  if (candidates) {
    const members = await countMembers(history, definition, candidates.ids)
    if (!candidates.isAll) return { is: 'least', people: toTens(members) }
    return members < smallestShown ? { is: 'fewer', people: smallestShown } : { is: 'about', people: toTens(members) }
  }
  const sample = await samplePersons(history.identityPool)
  const share = sample.ids.length === 0 ? 1 : sample.total / sample.ids.length
  return sizeFromSample(await countMembers(history, definition, sample.ids), share)
}

async function countMembers(history: HistoryQuery, definition: Definition, ids: readonly number[]): Promise<number> {
  const { persons } = await findPersons(history.identityPool, { hashes: [], ids })
  for (const [id, { optedOut }] of persons) if (optedOut) persons.delete(id)
  const facts = await readKnown(history, definition, persons)
  return [...persons.keys()].filter((id) => isMember(definition, facts, id)).length
}

const toTens = (count: number): number => Math.floor(count / smallestShown) * smallestShown

/** Each person of a sample represents `share` of all; too few matches only give an upper bound. */
export function sizeFromSample(members: number, share: number): Size {
  if (members < smallestShown) return { is: 'fewer', people: Math.ceil(share) * smallestShown }
  const people = members * share
  const step = Math.max(smallestShown, 10 ** (Math.floor(Math.log10(people)) - 1))
  return { is: 'about', people: Math.floor(people / step) * step }
}
