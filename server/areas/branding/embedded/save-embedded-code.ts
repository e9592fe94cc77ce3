import { createHash } from 'node:crypto'
import { sentences } from '#contract/core/sentences.ts'
import type { SettingToSave } from '#contract/settings/settings.ts'
import type { NewActivity } from '#server/areas/activity/record-activity.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, accessDenied, invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { SettingsTarget } from '#server/areas/tenants/setting.ts'
import { lockOwnBrand } from '../settings/own-brand.ts'

type Body = Extract<SettingToSave, { settingName: 'rootAgencyEmbeddedCode' }>

interface LastVersion {
  version: number
  place: string
  code: string
  height_px: number
  written_at: Date
  name: string | null
}
const lastVersionText = `
  select version, place, code, height_px, written_at, writer.full_name as name
  from embedded_code left join app_user writer on writer.id = written_by
  where embedded_code.agency_id = $1 order by version desc limit 1`

/**
 * Adds a version of an agency's code (OQ-62). The author must be the agency's owner or the operator's system user, and
 * has proved their identity again (`check`). Throws `conflict` when somebody else's version came in between, unless the
 * body names none, as in the documents (D1§3.6).
 */
export async function saveEmbeddedCode(
  tx: Tx,
  { caller, platform }: SignedInCall,
  { companyId, rootId, agencyId }: SettingsTarget,
  body: Body,
): Promise<Pick<NewActivity, 'action' | 'from' | 'to'>> {
  const now_ms = platform.clock.now()
  await lockOwnBrand(tx, now_ms, { companyId, rootId, agencyId })
  const { rows } = await tx.query<LastVersion>(lastVersionText, [agencyId])
  const last = rows[0]
  const current = last?.version ?? 0
  const height = body.height ?? last?.height_px ?? 0
  if (body.version !== undefined && body.version !== current) throw overtaken(last, { ...body, height })
  await tx.query(
    `insert into embedded_code (agency_id, version, root_id, place, code, height_px, written_by, written_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [agencyId, current + 1, rootId, body.placeEmbedded, body.embeddedCode, height, caller.userId, dateOf(now_ms)],
  )
  return {
    action: 'branding.embeddedCodeSaved',
    from: last && { version: last.version, place: last.place, height: last.height_px, ...digestOf(last.code) },
    to: { version: current + 1, place: body.placeEmbedded, height, ...digestOf(body.embeddedCode) },
  }
}

/** Versions written since the one that was read. Names outside the caller's scope are omitted. */
function overtaken(last: LastVersion | undefined, body: Body): Failure {
  if (!last) return new Failure('conflict')
  const changed_fields = [
    ...(last.place === body.placeEmbedded ? [] : ['placeEmbedded']),
    ...(last.code === body.embeddedCode ? [] : ['embeddedCode']),
    ...(last.height_px === body.height ? [] : ['height']),
  ]
  return new Failure('conflict', {
    change: {
      current: last.version,
      changed_at: last.written_at.toISOString(),
      changed_by: last.name === null ? [] : [last.name],
      changed_fields,
    },
  })
}

/** Checks permission and proof of identity before any transaction. */
saveEmbeddedCode.check = async (call: SignedInCall, { agencyId }: SettingsTarget, body: Body): Promise<void> => {
  const { kind } = call.caller
  if (kind !== 'agencyOwner' && kind !== 'rootSystem') throw accessDenied()
  if (agencyId === null) throw invalid('companyId', 'Embedded code belongs to an agency.')
  if (/\0/.test(body.embeddedCode)) throw invalid('embeddedCode', sentences.badText)
  await call.requireRecentProof()
}

/** The log names versions only; the code itself is in its own table. */
const digestOf = (code: string): { characters: number; sha256: string } => ({
  characters: code.length,
  sha256: createHash('sha256').update(code).digest('hex'),
})
