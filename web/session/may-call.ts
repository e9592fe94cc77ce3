import type { Operation } from '#contract/core/operation.ts'
import { rightFor } from '#contract/people/team-rights.ts'
import type { Me } from './me.ts'

/** Whether a user's rights in the client's own team include a call; true for whoever is no colleague. */
export function mayCall({ access: { team } }: Me, operation: Operation): boolean {
  const right = rightFor(operation)
  return right === null || team === null || team.includes(right)
}
