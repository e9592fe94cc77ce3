import { mayAnalyze, mayUse, type Rights } from '#contract/guards/access-context.ts'
import { everyPermission } from '#contract/people/menu-flags.ts'
import { accessDenied, invalid } from '#server/platform/failure.ts'

type Flags = Readonly<Record<string, boolean>>

/** Whether the flags allow something that these permissions do not. */
function areWider(rights: Rights | null, flags: Flags): boolean {
  if (!rights) return true
  const isGiven = (name: string): boolean => flags['all'] === true || flags[name] === true
  // Full access contains it for the operator's people only.
  const isAnalysis = rights.kind === 'rootAdmin' ? isGiven('report_analytics') : flags['report_analytics'] === true
  const isWiderAnalysis = isAnalysis && !mayAnalyze(rights)
  return isWiderAnalysis || everyPermission.some((permission) => isGiven(permission) && !mayUse(rights, permission))
}

/** Nobody grants a right that they lack themselves, be it through a role or to a person. */
export function assertNotWider(rights: Rights | null, flags: Flags, field: string): void {
  if (areWider(rights, flags)) throw invalid(field, 'You can only grant what your own role allows.')
}

/** Nor does anybody take rights from a person with more rights, be it through their role. */
export function assertNotAbove(rights: Rights | null, flags: Flags, problem = aboveOne): void {
  if (areWider(rights, flags)) throw accessDenied(problem)
}

const aboveOne = 'This person has more permissions than you. Ask the owner.'
