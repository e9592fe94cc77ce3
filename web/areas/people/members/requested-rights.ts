import type { OwnPermissions } from '#contract/people/roles.ts'
import type { Me } from '../../../session/me.ts'

type Chosen = { roleId: string; isOwn: boolean; own: OwnPermissions }

/** What the form grants. Report Analytics is the operator's: an agency's form neither shows nor requests it. */
export function requestedRights(side: Me['side'], { roleId, isOwn, own }: Chosen) {
  const report_analytics = side === 'root' && own.report_analytics
  return {
    roleId,
    permission_active: isOwn,
    user_permissions: isOwn || report_analytics ? { ...own, report_analytics } : undefined,
  }
}
