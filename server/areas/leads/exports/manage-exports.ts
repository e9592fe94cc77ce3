import {
  exportProblems,
  maxAtOnce,
  maxKept,
  type LeadExport,
  type listLeadExports,
  type prepareLeadExport,
  type removeLeadExport,
} from '#contract/leads/exports.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import { createFiles } from '#server/platform/files.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { addJob } from '#server/platform/jobs.ts'
import { rejectUnknownFields } from '../read/assert-known.ts'
import {
  countLeads,
  endsAt_ms,
  exportColumns,
  exportJobName,
  ownFiles,
  queryOf,
  type ExportRow,
} from './lead-exports.ts'

/** Requests a file if there are many leads; a few are downloaded directly. */
export const handlePrepare: Handler<typeof prepareLeadExport> = ({ params, body }, call) => {
  const { format, always, ...filter } = body
  const query = queryOf(filter, call.object!, call.caller)
  const values = ownFiles(call, params.companyId)
  return call.inScope(async (tx) => {
    await rejectUnknownFields(tx, query.audience, query.campaignId)
    if (!always && (await countLeads(tx, query, maxAtOnce + 1)) <= maxAtOnce)
      return { result: 'success' as const, message: '', data: { id: null } }
    await assertRoom(tx, values)
    const now_ms = call.platform.clock.now()
    const id = newId(now_ms)
    const { agencyId, rootId, clientId } = call.object!
    await tx.query(
      `insert into lead_export (agency_id, company_id, user_id, by_client, id, root_id, client_id, asked, format, status, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', $10)`,
      [...values, id, rootId, clientId, JSON.stringify(filter), format, dateOf(now_ms)],
    )
    // One file at a time over all servers, with agencies taking turns, so that other work isn't slowed down.
    await addJob(tx, exportJobName, { rootId, agencyId, id }, { queue: exportJobName, fairBy: agencyId! })
    await recordActivity(tx, call, {
      action: 'lead.exportPrepared',
      target: { kind: 'lead_export', id },
      to: { format },
    })
    return {
      result: 'success' as const,
      message: 'Your file is being prepared. You can leave this page and come back.',
      data: { id },
    }
  })
}

/** Locked, so that the second of two concurrent calls counts the first one's file. */
async function assertRoom(tx: Tx, values: unknown[]): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 88))', [values.join()])
  const { rows } = await tx.query<{ files: number }>(
    `select count(*)::int as files from lead_export where agency_id = $1 and company_id = $2 and user_id = $3 and by_client = $4`,
    values,
  )
  if (rows[0]!.files >= maxKept)
    throw new Failure('conflict', { message: `You already have ${maxKept} prepared files. Remove one first.` })
}

export const handleList: Handler<typeof listLeadExports> = ({ params }, call) => {
  const values = ownFiles(call, params.companyId)
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<ExportRow>(
      `select ${exportColumns} from lead_export where agency_id = $1 and company_id = $2 and user_id = $3 and by_client = $4 order by created_at desc, id desc limit ${maxKept}`,
      values,
    )
    return { result: 'success' as const, data: rows.map(presentExport) }
  })
}

/** Removes the row first; the writer stops and the file is cleaned up afterwards. */
export const handleRemove: Handler<typeof removeLeadExport> = async ({ params }, call) => {
  const values = ownFiles(call, params.companyId)
  const exportRow = await call.inScope(async (tx) => {
    const { rows } = await tx.query<Pick<ExportRow, 'fileKey'>>(
      `delete from lead_export where agency_id = $1 and company_id = $2 and user_id = $3 and by_client = $4 and id = $5 returning file_key as "fileKey"`,
      [...values, params.id],
    )
    if (!rows[0]) throw notFound()
    await recordActivity(tx, call, { action: 'lead.exportRemoved', target: { kind: 'lead_export', id: params.id } })
    return rows[0]
  })
  if (exportRow.fileKey !== null) await createFiles(call.platform.config).remove(exportRow.fileKey)
  return { result: 'success', message: 'The file was removed.' }
}

const presentExport = (row: ExportRow): LeadExport => ({
  id: row.id,
  status: row.status,
  problem: exportProblems.find((problem) => problem === row.problem) ?? null,
  search_query: row.asked.searchQuery,
  format: row.format,
  rows_total: row.rowsTotal,
  // Leads added after the count are included in the file.
  rows_done: row.rowsTotal === null ? row.rowsDone : Math.min(row.rowsDone, row.rowsTotal),
  bytes: row.bytes,
  downloads: row.downloads,
  created_at: row.createdAt.toISOString(),
  expires_at: dateOf(endsAt_ms(row)).toISOString(),
})
