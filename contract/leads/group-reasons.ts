import { reasonGroups, type ReasonGroup } from './reason-groups.ts'
import { reasonTable, type Reason } from './reasons.ts'

/** A reason with its number of visits, and whatever else the caller knows of it. */
type Count = { reason: Reason; count: number }

export interface GroupedReasons<Row extends Count> {
  group: ReasonGroup
  count: number
  /** Largest first; those that occur equally often in the order of the stages. */
  reasons: Row[]
}

/** Counts by reason, summed up by group. Every group is there, so that a screen shows the same ones every time. */
export function groupReasons<Row extends Count>(counts: readonly Row[]): GroupedReasons<Row>[] {
  return reasonGroups.map((group) => {
    const reasons = counts
      .filter(({ reason }) => reasonTable[reason].group === group)
      .toSorted((a, b) => b.count - a.count)
    return { group, count: reasons.reduce((sum, { count }) => sum + count, 0), reasons }
  })
}
