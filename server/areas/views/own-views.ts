import { sentences } from '#contract/core/sentences.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { invalid } from '#server/platform/failure.ts'

/**
 * The agency, the company and the caller: parameters $1 to $3 of the statements about the caller's own views. The company is
 * that of the checked object, so that no row names another one than its scope.
 */
export function ownViews({ object, caller }: SignedInCall): [string, string, string] {
  const { agencyId, clientId } = object!
  if (agencyId === null) throw invalid('companyId', sentences.companiesOnly)
  return [agencyId, clientId ?? agencyId, caller.userId]
}
