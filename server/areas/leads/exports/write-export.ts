import { Readable } from 'node:stream'
import { z } from 'zod'
import { id } from '#contract/core/ids.ts'
import type { LeadExport } from '#contract/leads/exports.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Files } from '#server/platform/file-storage.ts'
import { createFiles, isStorageFault } from '#server/platform/files.ts'
import { newId } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { chunksOf } from '../read/export-leads.ts'
import { readStyle } from '../read/read-style.ts'
import { countLeads, exportColumns, exportJobName, filePrefix, queryOf, type ExportRow } from './lead-exports.ts'

const maxTries = 5
/** How often progress is stored. */
const progressEvery_rows = 10_000

const payload = z.strictObject({ rootId: id, agencyId: id, id })
type Payload = z.infer<typeof payload>

/**
 * Writes a file of leads. Each attempt writes its own file under a new name, and the row refers to it only once the last byte is
 * on disk. A crashed attempt leaves an incomplete file that is never offered and that the next attempt removes.
 */
export const writeExportJob: Job = {
  name: exportJobName,
  async run(platform, input) {
    const task = payload.parse(input)
    const files = createFiles(platform.config)
    const row = await beginTry(platform, task, files)
    if (!row) return
    try {
      const bytes = await writeFile(platform, row, files)
      if (!(await end(platform, row, bytes))) await files.remove(row.fileKey!)
    } catch (error) {
      if (error instanceof Superseded) return
      if (isStorageFault(error)) {
        platform.log.error({ err: error, exportId: row.id }, 'a lead export could not be stored')
        return fail(platform, row, 'no_room')
      }
      if (row.tries >= maxTries) await fail(platform, row, 'fault')
      throw error
    }
  },
}

const inAgency = <T>(
  { appPool }: Platform,
  { rootId, agencyId }: Pick<Payload, 'rootId' | 'agencyId'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => inScope(appPool, { kind: 'agency', rootId, agencyId }, work, { statementTimeout_ms: 120_000 })

const showsPhone = `(by_client and coalesce((select shows_phone from company where company.id = lead_export.client_id), true))`

/** Null if nothing needs to be written: it is done, was removed, or failed too often. */
async function beginTry(platform: Platform, task: Payload, files: Files): Promise<ExportRow | null> {
  const { agencyId } = task
  const { before, row } = await inAgency(platform, task, async (tx) => {
    const { rows } = await tx.query<ExportRow>(
      `select ${exportColumns} from lead_export where agency_id = $1 and id = $2 for update`,
      [agencyId, task.id],
    )
    const row = rows[0]
    if (!row || (row.status !== 'waiting' && row.status !== 'writing')) return { before: null, row: null }
    const fileKey = `${filePrefix}${agencyId}-${newId(platform.clock.now())}`
    const update = await tx.query<ExportRow>(
      `update lead_export set status = 'writing', tries = tries + 1, rows_done = 0, file_key = $3, with_phone = ${showsPhone}
        where agency_id = $1 and id = $2 returning ${exportColumns}`,
      [agencyId, task.id, fileKey],
    )
    return { before: row.fileKey, row: update.rows[0]! }
  })
  if (before !== null) await files.remove(before)
  if (!row || row.tries <= maxTries) return row
  await fail(platform, row, 'fault')
  return null
}

/** Returns the size of the file in bytes. */
async function writeFile(platform: Platform, row: ExportRow, files: Files): Promise<number> {
  const caller = { kind: row.byClient ? ('client' as const) : ('agencyOwner' as const) }
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inAgency(platform, row, work)
  const query = queryOf(row.asked, row, caller)
  const { total, style } = await run(async (tx) => ({
    total: await countLeads(tx, query, null),
    style: await readStyle(tx, row.agencyId, caller, { ...row.asked, format: row.format }),
  }))
  await reportProgress(platform, row, 0, total)
  let bytes = 0
  async function* content(): AsyncGenerator<Buffer> {
    let leadsDone = 0
    let leadsReported = 0
    for await (const chunk of chunksOf(query, style, run)) {
      bytes += chunk.bytes.length
      yield chunk.bytes
      leadsDone += chunk.leads
      if (leadsDone - leadsReported >= progressEvery_rows)
        await reportProgress(platform, row, (leadsReported = leadsDone), total)
    }
    await reportProgress(platform, row, leadsDone, total)
  }
  await files.store(row.fileKey!, Readable.from(content()))
  return bytes
}

/** Stops writing if another attempt took over or the row was removed. */
async function reportProgress(platform: Platform, row: ExportRow, leadsDone: number, total: number): Promise<void> {
  const isOurs = await inAgency(platform, row, async (tx) => {
    const { rowCount } = await tx.query(
      `update lead_export set rows_done = $4::int, rows_total = greatest($5::int, $4::int)
        where agency_id = $1 and id = $2 and file_key = $3 and status = 'writing'`,
      [row.agencyId, row.id, row.fileKey, leadsDone, total],
    )
    return rowCount === 1
  })
  if (!isOurs) throw new Superseded('another attempt took over this lead export, or it was removed')
}

class Superseded extends Error {}

/** Publishes the file. Returns false if it was removed meanwhile or another attempt started. */
const end = (platform: Platform, row: ExportRow, bytes: number): Promise<boolean> =>
  inAgency(platform, row, async (tx) => {
    const { rowCount } = await tx.query(
      `update lead_export set status = 'ready', bytes = $4, with_phone = with_phone or ${showsPhone}
        where agency_id = $1 and id = $2 and file_key = $3 and status = 'writing'`,
      [row.agencyId, row.id, row.fileKey, bytes],
    )
    return rowCount === 1
  })

const fail = (platform: Platform, row: ExportRow, problem: NonNullable<LeadExport['problem']>): Promise<void> =>
  inAgency(platform, row, async (tx) => {
    await tx.query(
      `update lead_export set status = 'failed', problem = $4
        where agency_id = $1 and id = $2 and file_key = $3 and status = 'writing'`,
      [row.agencyId, row.id, row.fileKey, problem],
    )
  })
