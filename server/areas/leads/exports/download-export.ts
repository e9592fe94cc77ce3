import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import type { downloadLeadExport } from '#contract/leads/exports.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import { createFiles } from '#server/platform/files.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { endsAt_ms, exportColumns, ownFiles, type ExportRow } from './lead-exports.ts'

/** Sends a finished file to the user who requested it, if they may still see its content. */
export const handleDownload: Handler<typeof downloadLeadExport> = async ({ params }, call) => {
  const values = ownFiles(call, params.companyId)
  const row = await call.inScope(async (tx) => {
    const { rows } = await tx.query<ExportRow>(
      `select ${exportColumns} from lead_export where agency_id = $1 and company_id = $2 and user_id = $3 and by_client = $4 and id = $5`,
      [...values, params.id],
    )
    const row = rows[0]
    if (!row || endsAt_ms(row) <= call.platform.clock.now()) throw notFound()
    if (row.status !== 'ready') throw new Failure('conflict', { message: 'This file is not ready yet.' })
    await assertStillShown(tx, row)
    return row
  })
  const files = createFiles(call.platform.config)
  const key = row.fileKey!
  // A file of another size isn't the one that was written.
  if ((await files.sizeOf(key)) !== row.bytes)
    throw new Failure('conflict', { message: 'This file is no longer available. Prepare it again.' })
  await countDownload(call, row)
  return {
    fileName: `leads-${localDateAt(row.createdAt.getTime(), reportTimeZone)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    bytes: row.bytes!,
    version: key,
    open: (part) => files.open(key, part),
  }
}

/** If the agency hides phone numbers from the client now, an older file that contains them is refused. */
async function assertStillShown(
  tx: Tx,
  { agencyId, byClient, withPhone, clientId, createdAt }: ExportRow,
): Promise<void> {
  if (!byClient || !withPhone) return
  const { rows } = await tx.query(
    `select from company where id = $1 and shows_phone is false
     union all
     select from campaign where agency_id = $2 and client_id = $1 and phone_hidden_at > $3`,
    [clientId, agencyId, createdAt],
  )
  if (rows.length > 0) throw new Failure('conflict', { message: 'Your access has changed. Prepare the file again.' })
}

/** Ranges of a resumed download count as one download. */
async function countDownload(call: SignedInCall & Parameters<typeof handleDownload>[1], row: ExportRow): Promise<void> {
  const { range } = call.raw.request.headers
  if (range !== undefined && !range.startsWith('bytes=0-')) return
  await inScope(call.platform.appPool, call.caller.scope, async (tx) => {
    await tx.query('update lead_export set downloads = downloads + 1 where agency_id = $1 and id = $2', [
      row.agencyId,
      row.id,
    ])
    await recordActivity(tx, call, { action: 'lead.exportDownloaded', target: { kind: 'lead_export', id: row.id } })
  })
}
