import { createHash } from 'node:crypto'
import { readRoots } from '#server/areas/branding/read-roots.ts'
import { readAgencyIds } from '#server/areas/tenants/read-agency-ids.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { scopeOf } from '../request-signs.ts'
import { sumFigures, type Figures } from './figures.ts'
import { readFigures } from './read-figures.ts'

const day_ms = 24 * 3_600_000
/** After a longer pause the chain goes on where it is: what was open on a day long past is not known. */
const maxDays = 31

/** Writes each brand's report of the day before, and the operator's over all of them. */
export const reportPrivacyJob: Job = {
  name: 'report-privacy',
  everyMinutes: 60,
  lane: 'long',
  async run(platform) {
    const failures = await settleEach(
      platform,
      'privacy reports of an operator could not be written',
      (await readRoots(platform)).map((rootId) => ({ rootId })),
      ({ rootId }) => writeReports(platform, rootId),
    )
    if (failures > 0) throw new Error(`the privacy reports of ${failures} operators were not written`)
  },
}

async function writeReports(platform: Platform, rootId: string): Promise<void> {
  const yesterday_ms = (Math.floor(platform.clock.now() / day_ms) - 1) * day_ms
  const operator = { rootId, agencyId: rootId }
  const last = await readLast(platform, operator)
  if (last && last.day_ms >= yesterday_ms) return
  const first_ms = last ? Math.max(last.day_ms + day_ms, yesterday_ms - maxDays * day_ms) : yesterday_ms
  const agencyIds = await readAgencyIds(platform, rootId)
  for (let start_ms = first_ms; start_ms <= yesterday_ms; start_ms += day_ms) {
    const all = [await readFigures(platform, operator, start_ms)]
    for (const agencyId of agencyIds) {
      const figures = await readFigures(platform, { rootId, agencyId }, start_ms)
      await append(platform, { rootId, agencyId }, start_ms, figures)
      all.push(figures)
    }
    // The operator's comes last: while it is missing, the day is done again.
    await append(platform, operator, start_ms, sumFigures(all))
  }
}

type Path = { rootId: string; agencyId: string }

async function readLast(platform: Platform, path: Path): Promise<{ day_ms: number; hash: string } | null> {
  const { rows } = await inScope(
    platform.appPool,
    scopeOf(path),
    (tx) =>
      tx.query<{ day: string; hash: string }>(
        'select day::text, hash from privacy_report where agency_id = $1 order by day desc limit 1',
        [path.agencyId],
      ),
    { readOnly: true },
  )
  return rows[0] ? { day_ms: Date.parse(rows[0].day), hash: rows[0].hash } : null
}

/** A day that is there stays as it is. */
async function append(platform: Platform, path: Path, start_ms: number, figures: Figures): Promise<void> {
  const last = await readLast(platform, path)
  if (last && last.day_ms >= start_ms) return
  const day = new Date(start_ms).toISOString().slice(0, 10)
  const text = JSON.stringify(figures)
  const previousHash = last?.hash ?? ''
  const hash = createHash('sha256').update([previousHash, path.agencyId, day, text].join('\n')).digest('hex')
  await inScope(platform.appPool, scopeOf(path), (tx) =>
    tx.query(
      `insert into privacy_report (agency_id, day, root_id, figures, previous_hash, hash)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [path.agencyId, day, path.rootId, text, previousHash, hash],
    ),
  )
}
