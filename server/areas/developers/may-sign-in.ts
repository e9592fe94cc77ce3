import type { UserKind } from '#contract/people/user-kind.ts'
import type { TenantPath } from '#server/platform/call.ts'

/**
 * Whom single sign-on reaches: main users of companies below the developer's own. Administrators, sales staff and people
 * of the operator sign in by themselves (SEC-2).
 */
export const maySignIn = (
  developer: Pick<TenantPath, 'rootId' | 'agencyId'>,
  person: { kind: UserKind; rootId: string; agencyId: string | null },
): boolean => {
  if (person.rootId !== developer.rootId) return false
  if (developer.agencyId === null) return person.kind === 'agencyOwner' || person.kind === 'client'
  return person.kind === 'client' && person.agencyId === developer.agencyId
}
