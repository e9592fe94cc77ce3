import { isFreeSales } from '#contract/guards/access-context.ts'
import { holdOn } from '#contract/guards/judge.ts'
import { isAssigned } from '#server/areas/tenants/assigned-agencies.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Person } from '../find-person.ts'

type Viewed = Pick<Person, 'agencyId' | 'clientId'>

/**
 * Whether somebody may view as this person: the root user (R096), a connected account executive as people of an agency that
 * is assigned to them (R148, OQ-06), or an agency's owner as its clients' people (decision 239). Never as the operator's own
 * people, wherever they are in the tree. Checked at the start and at each call, so that a revoked right ends the view.
 */
export async function mayViewAs({ appPool }: Platform, actor: Person, viewed: Viewed): Promise<boolean> {
  const { agencyId, clientId } = viewed
  if (agencyId === null) return false
  if (actor.kind === 'rootSystem') return true
  // What stops an owner's calls stops them as another person, too.
  if (actor.kind === 'agencyOwner')
    return clientId !== null && agencyId === actor.agencyId && holdOn(actor.rights) === null
  if (!isFreeSales(actor.rights)) return false
  const scope = { kind: 'staff', rootId: actor.rootId, userId: actor.userId } as const
  return inScope(appPool, scope, (tx) => isAssigned(tx, agencyId), { readOnly: true })
}
