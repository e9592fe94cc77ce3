import type { SettingNamed } from '#contract/settings/settings.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { SignedInCall, TenantPath } from '#server/platform/call.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findHost } from '../find-host.ts'
import { sealTicket } from './frame-ticket.ts'

export interface EmbeddedCode {
  version: number
  place: 'head' | 'body' | 'footer'
  code: string
  height_px: number
  written_by: string
  written_at: Date
  forbidden: boolean
}

/** The current version of an agency's code; also read for its clients, who cannot see rows of their agency. */
export async function findEmbeddedCode(
  platform: Platform,
  { rootId, agencyId }: { rootId: string; agencyId: string },
): Promise<EmbeddedCode | null> {
  const { rows } = await inScope(
    platform.appPool,
    { kind: 'root', rootId },
    (tx) =>
      tx.query<EmbeddedCode>(
        `select embedded_code.version, place, code, height_px, app_user.full_name as written_by, written_at,
           brand.embedded_code_forbidden as forbidden
         from embedded_code join app_user on app_user.id = written_by join brand on brand.company_id = embedded_code.agency_id
         where embedded_code.agency_id = $1 order by version desc limit 1`,
        [agencyId],
      ),
    { readOnly: true },
  )
  return rows[0] ?? null
}

const frameLife_ms = 60_000

/**
 * Whether an agency's code may run for this caller here (R158, OQ-62): only for its own people and clients, only on its
 * own host, never for somebody who views as another person, and not while the root forbids it.
 */
async function mayRunHere({ caller, host, platform }: SignedInCall, agencyId: string): Promise<boolean> {
  if (caller.actor !== null || caller.agencyId !== agencyId) return false
  if (!['agencyOwner', 'administrator', 'client'].includes(caller.kind)) return false
  return (await findHost(platform, host))?.companyId === agencyId
}

export async function readEmbeddedCode(
  call: SignedInCall,
  { rootId, agencyId }: Pick<TenantPath, 'rootId' | 'agencyId'>,
): Promise<SettingNamed<'rootAgencyEmbeddedCode'>> {
  const { platform, caller, host } = call
  const embeddedCode = agencyId === null ? null : await findEmbeddedCode(platform, { rootId, agencyId })
  const runs =
    embeddedCode !== null &&
    agencyId !== null &&
    !embeddedCode.forbidden &&
    embeddedCode.code.trim() !== '' &&
    (await mayRunHere(call, agencyId))
  // The author and the switches are only for those who set them; viewed screens get nothing at all.
  const isTold = caller.kind !== 'client' && caller.actor === null
  return {
    settingName: 'rootAgencyEmbeddedCode',
    placeEmbedded: embeddedCode?.place ?? 'footer',
    embeddedCode: isTold || runs ? (embeddedCode?.code ?? '') : '',
    height: embeddedCode?.height_px ?? 0,
    version: embeddedCode?.version ?? 0,
    written_by: isTold ? (embeddedCode?.written_by ?? '') : '',
    written_at: isTold ? (embeddedCode?.written_at.toISOString() ?? null) : null,
    forbidden: isTold && (embeddedCode?.forbidden ?? false),
    frame: runs
      ? `/api/embedded-code/${sealTicket(platform.secrets, { agencyId, host, until_ms: machineTime(platform.clock) + frameLife_ms })}`
      : null,
  }
}
