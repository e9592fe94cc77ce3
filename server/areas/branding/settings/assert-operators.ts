import type { SettingsTarget } from '#server/areas/tenants/setting.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { accessDenied } from '#server/platform/failure.ts'

/** Settings of an agency that the operator decides. */
export function assertOperatorsOfAgency({ caller }: SignedInCall, { agencyId }: SettingsTarget): void {
  if (caller.kind !== 'rootSystem' || agencyId === null) throw accessDenied()
}

/** Settings that a root decides for everybody below it. */
export function assertRoots({ agencyId }: SettingsTarget): void {
  if (agencyId !== null) throw accessDenied()
}
