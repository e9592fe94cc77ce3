import { isFreeSales } from '#contract/guards/access-context.ts'
import { isAssigned } from '#server/areas/tenants/assigned-agencies.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Person } from '../find-person.ts'

/**
 * Whether somebody may view as people of an agency: the root user (R096), or a connected account executive of an agency that
 * is assigned to them (R148, OQ-06). Checked at the start and at each call, so that a revoked right ends the view.
 */
export async function mayViewAs({ appPool }: Platform, actor: Person, agencyId: string): Promise<boolean> {
  if (actor.kind === 'rootSystem') return true
  if (!isFreeSales(actor.rights)) return false
  const scope = { kind: 'staff', rootId: actor.rootId, userId: actor.userId } as const
  return inScope(appPool, scope, (tx) => isAssigned(tx, agencyId), { readOnly: true })
}
