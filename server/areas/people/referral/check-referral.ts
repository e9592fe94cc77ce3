import type { checkReferral } from '#contract/people/referral.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { findReferrer } from './find-referrer.ts'

/** Agencies register at the operator's own host only, so codes work nowhere else. */
export const handleCheckReferral: OpenHandler<typeof checkReferral> = async ({ params }, { platform, host }) => {
  const place = await findHost(platform, host)
  const referrer =
    place?.agencyId === null
      ? await inScope(
          platform.appPool,
          { kind: 'root', rootId: place.rootId },
          (tx) => findReferrer(tx, place.rootId, params.code),
          { readOnly: true },
        )
      : null
  return { result: 'success', data: { valid: referrer !== null, company_name: referrer?.companyName ?? null } }
}
