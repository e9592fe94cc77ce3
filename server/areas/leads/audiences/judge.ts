import type { Condition, Definition, Part } from '#contract/audiences/definition.ts'

/** How often each person did what a condition asks for; whoever is missing never did. */
export type Counts = ReadonlyMap<number, number>

/** What is known of each condition, by the condition itself. */
export type Known = ReadonlyMap<Condition, Counts>

/** What a condition has to be met with besides what is known: pages of visits that are being resolved just now. */
type Besides = (condition: Condition, personId: number) => number

const nothing: Besides = () => 0

export const conditionsOf = ({ include, exclude }: Definition): Condition[] => [
  ...include.conditions,
  ...exclude.conditions,
]

const leastOf = (condition: Condition): number => (condition.kind === 'visited' ? condition.least : 1)

/** Whether somebody is in an audience: meets the part to include, or there is none, and does not meet the other. */
export function isMember(
  { include, exclude }: Definition,
  known: Known,
  personId: number,
  besides: Besides = nothing,
): boolean {
  const meets = (condition: Condition): boolean =>
    (known.get(condition)?.get(personId) ?? 0) + besides(condition, personId) >= leastOf(condition)
  return (isEmpty(include) || meetsPart(include, meets)) && (isEmpty(exclude) || !meetsPart(exclude, meets))
}

const isEmpty = ({ conditions }: Part): boolean => conditions.length === 0

const meetsPart = ({ match, conditions }: Part, meets: (condition: Condition) => boolean): boolean =>
  match === 'all' ? conditions.every(meets) : conditions.some(meets)
