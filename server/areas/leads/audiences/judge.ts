import type { Condition, Definition, Part } from '#contract/audiences/definition.ts'

/** How often each person met a condition; missing people never did. */
export type Counts = ReadonlyMap<number, number>

/** Stored counts by condition. */
export type Known = ReadonlyMap<Condition, Counts>

/** Additional input besides stored counts: pages of visits being resolved right now. */
type ExtraCount = (condition: Condition, personId: number) => number

const nothing: ExtraCount = () => 0

export const conditionsOf = ({ include, exclude }: Definition): Condition[] => [
  ...include.conditions,
  ...exclude.conditions,
]

const minOf = (condition: Condition): number => (condition.kind === 'visited' ? condition.least : 1)

/** Whether a person is in an audience: meets the include part, if any, and doesn't meet the exclude part. */
export function isMember(
  { include, exclude }: Definition,
  facts: Known,
  personId: number,
  extra: ExtraCount = nothing,
): boolean {
  const meets = (condition: Condition): boolean =>
    (facts.get(condition)?.get(personId) ?? 0) + extra(condition, personId) >= minOf(condition)
  return (isEmpty(include) || meetsPart(include, meets)) && (isEmpty(exclude) || !meetsPart(exclude, meets))
}

const isEmpty = ({ conditions }: Part): boolean => conditions.length === 0

const meetsPart = ({ match, conditions }: Part, meets: (condition: Condition) => boolean): boolean =>
  match === 'all' ? conditions.every(meets) : conditions.some(meets)
