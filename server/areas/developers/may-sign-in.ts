import type { UserKind } from '#contract/people/user-kind.ts'
import type { TenantPath } from '#server/platform/call.ts'

/**
 * People who may use single sign-on: main users of companies below the developer's own. Administrators, sales staff and
 * the operator's people sign in directly (SEC-2).
 */
export const maySignIn = (
  developer: Pick<TenantPath, 'rootId' | 'agencyId'>,
  person: { kind: UserKind; rootId: string; agencyId: string | null },
): boolean => {
  if (person.rootId !== developer.rootId) return false
  if (developer.agencyId === null) return person.kind === 'agencyOwner' || person.kind === 'client'
  return person.kind === 'client' && person.agencyId === developer.agencyId
}
