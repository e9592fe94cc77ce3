import type { SettingsTarget } from '#server/areas/tenants/public.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { forbidden } from '#server/platform/failure.ts'

/** What the operator decides for an agency. */
export function assertOperatorsOfAgency({ caller }: SignedInCall, { agencyId }: SettingsTarget): void {
  if (caller.kind !== 'rootSystem' || agencyId === null) throw forbidden()
}

/** What a root decides for everybody below it. */
export function assertRoots({ agencyId }: SettingsTarget): void {
  if (agencyId !== null) throw forbidden()
}
