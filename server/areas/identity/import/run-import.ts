import { z } from 'zod'
import { id } from '#contract/core/ids.ts'
import { isOfCompanies, isOfSignals, type PersonField } from '#contract/identity/imports.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import { createFiles } from '#server/platform/files.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { signal } from '#server/platform/signals.ts'
import { comparePersons, type Verdict } from './compare-persons.ts'
import { findOptedOutRows, type FindExcluded, type ImportedRow, type OptedOut } from './find-opted-out.ts'
import { readImport, type StoredImport } from './import-store.ts'
import { readEmployer, type ImportedEmployer } from './read-employer.ts'
import { readPerson, type ImportedPerson } from './read-person.ts'
import { isMinor } from './read-traits.ts'
import { recordOptOut } from '../opt-out.ts'
import { readGroups, type CsvRecord } from './read-records.ts'
import type { RowProblem } from './row-problem.ts'
import { SeenKeys } from './seen-keys.ts'
import { makeSignalDays } from '../signals/signal-days.ts'
import { readSignal, type ImportedSignal } from './read-signal.ts'
import { compareSignals, importSignals, type SignalChanges } from './import-signals.ts'
import { compareEmployers, importEmployers, type EmployerChanges } from './import-employers.ts'
import { writePersons } from './write-persons.ts'

const groupSize = 2_000
const maxProblems = 100

const payload = z.strictObject({ rootId: id, importId: id })
type Payload = z.infer<typeof payload>

type Phase = 'checking' | 'activating'
type FindOptedOut = (rows: readonly ImportedRow[]) => Promise<OptedOut>

/**
 * The dry run reads the whole file and counts what an activation would do; it changes no person. The activation imports
 * the rows in batches. After a crash it starts over; rows already imported then count as unchanged.
 */
export const importJobs = (findExcluded: FindExcluded): Record<'checkImportJob' | 'activateImportJob', Job> => ({
  checkImportJob: {
    name: 'check-import',
    run: (platform, input) => runImport(platform, payload.parse(input), 'checking', findExcluded),
  },
  activateImportJob: {
    name: 'activate-import',
    run: (platform, input) => runImport(platform, payload.parse(input), 'activating', findExcluded),
  },
})

/** Another worker or person has moved the import on: what this worker counts is of no use any more. */
class Superseded extends Error {}

interface Counts {
  rows_done: number
  rows_new: number
  rows_changed: number
  rows_same: number
  rows_invalid: number
  rows_opted_out: number
  problems: RowProblem[]
  values_unread: number
  unread: RowProblem[]
}

async function runImport(platform: Platform, task: Payload, phase: Phase, findExcluded: FindExcluded): Promise<void> {
  const scope = { kind: 'root', rootId: task.rootId } as const
  const source = await inScope(platform.appPool, scope, (tx) => readImport(tx, task.importId))
  // Another worker already finished it: the job was requeued because its worker seemed dead.
  if (source.status !== phase) return
  const save = (counts: Counts, status: StoredImport['status'], error: string | null): Promise<void> =>
    inScope(platform.appPool, scope, (tx) => saveProgress(tx, platform, source, phase, { counts, status, error }))
  const counts: Counts = {
    rows_done: 0,
    rows_new: 0,
    rows_changed: 0,
    rows_same: 0,
    rows_invalid: 0,
    rows_opted_out: 0,
    problems: [],
    values_unread: 0,
    unread: [],
  }
  try {
    if (phase === 'activating' && isOfSignals(source.mapping)) await makeSignalDays(platform)
    await readWhole(platform, source, counts, phase, findExcluded, () => save(counts, phase, null))
    await save(counts, phase === 'checking' ? 'checked' : 'active', null)
  } catch (error) {
    if (error instanceof Superseded) return
    if (!(error instanceof Failure)) throw error
    await save(counts, 'failed', error.message)
    return
  }
  if (phase === 'checking') return
  await createFiles(platform.config).remove(source.file_key)
  if (isOfSignals(source.mapping))
    await inScope(platform.appPool, scope, (tx) => addJob(tx, 'match-signals', {}, { queue: 'match-signals' }))
}

async function readWhole(
  platform: Platform,
  source: StoredImport,
  counts: Counts,
  phase: Phase,
  findExcluded: FindExcluded,
  save: () => Promise<void>,
): Promise<void> {
  // Before each batch's transaction: the list may be in another database.
  const optedOutOf: FindOptedOut = (rows) => findOptedOutRows(platform, source.root_id, rows, findExcluded)
  const stream = createFiles(platform.config).open(source.file_key)
  const keys = new SeenKeys()
  for await (const { first, records } of readGroups(stream, source.columns, groupSize)) {
    if (isOfCompanies(source.mapping)) {
      const employers = readAll(records, first, counts, (record, row) => readEmployer(record, source.mapping, row))
      countEmployers(counts, await processEmployers(platform, employers, phase), records.length)
      await save()
      continue
    }
    if (isOfSignals(source.mapping)) {
      const now_ms = platform.clock.now()
      const signals = readAll(records, first, counts, (record, row) => readSignal(record, source.mapping, row, now_ms))
      countSignals(counts, await processSignals(platform, signals, phase, optedOutOf), records.length)
      await save()
      continue
    }
    const readings = readAll(records, first, counts, (record, row) => readPerson(record, source.mapping, row))
    const persons: ImportedPerson[] = []
    const problems: RowProblem[] = []
    for (const each of readings) {
      const field = 'hashes' in each ? findDuplicate(each, keys) : null
      if (!('hashes' in each)) problems.push(each)
      else if (field === null) persons.push(each)
      else problems.push({ row: each.row, field, message: 'is already in the file' })
    }
    const { firsts, doubles } = await processPersons(platform, persons, keys, phase, {
      stored: source,
      optedOut: await optedOutOf(persons),
    })
    count(counts, firsts, [...problems, ...doubles], records.length)
    await save()
  }
}

/** Reads a batch, and counts the values of its rows that could not be read. */
function readAll<Item extends { unread: RowProblem[] }>(
  records: readonly (CsvRecord | null)[],
  first: number,
  counts: Counts,
  read: (record: CsvRecord, row: number) => Item | RowProblem,
): (Item | RowProblem)[] {
  return records.map((record, n) => {
    if (record === null) return { row: first + n, field: '', message: 'has more values than there are columns' }
    const item = read(record, first + n)
    if (!('unread' in item)) return item
    counts.values_unread += item.unread.length
    counts.unread.push(...item.unread.slice(0, maxProblems - counts.unread.length))
    return item
  })
}

/** Compares a batch of signals, or imports it. */
async function processSignals(
  platform: Platform,
  read: readonly (ImportedSignal | RowProblem)[],
  phase: Phase,
  optedOutOf: FindOptedOut,
): Promise<SignalChanges> {
  const signals = read.filter((each): each is ImportedSignal => 'hashes' in each)
  const problems = read.filter((each): each is RowProblem => !('hashes' in each))
  const optedOut = await optedOutOf(signals)
  const changes =
    phase === 'checking'
      ? await compareSignals(platform.identityPool, signals, optedOut)
      : await inTransaction(platform.identityPool, (client) => importSignals(client, signals, optedOut))
  return { ...changes, problems: [...problems, ...changes.problems] }
}

/** The same for companies. */
async function processEmployers(
  platform: Platform,
  read: readonly (ImportedEmployer | RowProblem)[],
  phase: Phase,
): Promise<EmployerChanges> {
  const employers = read.filter((each): each is ImportedEmployer => 'domain' in each)
  const problems = read.filter((each): each is RowProblem => !('domain' in each))
  const at = dateOf(platform.clock.now())
  const changes =
    phase === 'checking'
      ? await compareEmployers(platform.identityPool, employers)
      : await inTransaction(platform.identityPool, (client) => importEmployers(client, employers, at))
  return { ...changes, problems: [...problems, ...changes.problems] }
}

function countEmployers(counts: Counts, { fresh, changed, same, problems }: EmployerChanges, rows: number): void {
  counts.rows_done += rows
  counts.rows_new += fresh.length
  counts.rows_changed += changed.length
  counts.rows_same += same
  counts.rows_invalid += problems.length
  counts.problems.push(...problems.slice(0, maxProblems - counts.problems.length))
}

function countSignals(counts: Counts, { fresh, same, optedOut, problems }: SignalChanges, rows: number): void {
  counts.rows_done += rows
  counts.rows_new += fresh.length
  counts.rows_same += same
  counts.rows_opted_out += optedOut
  counts.rows_invalid += problems.length
  counts.problems.push(...problems.slice(0, maxProblems - counts.problems.length))
}

/**
 * The field by which an earlier row of the file already had this person, or null. A person's first row counts; later
 * rows with the same key are rejected, so that row order doesn't decide between them.
 */
function findDuplicate({ hashes, externalId }: ImportedPerson, seen: SeenKeys): PersonField | null {
  const id = externalId === null ? [] : [`id ${externalId}`]
  // All of them are added, also after a known one.
  const isAmong = (keys: string[]): boolean => keys.filter((key) => !seen.add(key)).length > 0
  const [hasEmail, hasId] = [isAmong(hashes), isAmong(id)]
  return hasEmail ? 'email' : hasId ? 'external_id' : null
}

interface ProcessedPersons {
  firsts: Verdict[]
  doubles: RowProblem[]
}

async function processPersons(
  platform: Platform,
  persons: ImportedPerson[],
  keys: SeenKeys,
  phase: Phase,
  { stored, optedOut }: { stored: StoredImport; optedOut: OptedOut },
): Promise<ProcessedPersons> {
  if (phase === 'checking') return splitDoubles(await comparePersons(platform.identityPool, persons, optedOut), keys)
  return inTransaction(platform.identityPool, async (client) => {
    const outcome = splitDoubles(await comparePersons(client, persons, optedOut), keys)
    const at = dateOf(platform.clock.now())
    const minors = persons.filter(isMinor).flatMap(({ hashes }) => hashes)
    // So that who was known before becomes no lead either.
    if (minors.length > 0) await recordOptOut(client, minors, at, 'minor')
    await writePersons(client, outcome.firsts, `import ${stored.id}`, at)
    return outcome
  })
}

/** Rows with different addresses can belong to one known person: as in `findDuplicate`, the first one counts. */
function splitDoubles(verdicts: readonly Verdict[], keys: SeenKeys): ProcessedPersons {
  const outcome: ProcessedPersons = { firsts: [], doubles: [] }
  for (const verdict of verdicts) {
    if ('known' in verdict && !keys.add(`person ${verdict.known.id}`))
      outcome.doubles.push({ row: verdict.person.row, field: 'email', message: 'is already in the file' })
    else outcome.firsts.push(verdict)
  }
  return outcome
}

function count(counts: Counts, verdicts: Verdict[], problems: RowProblem[], rows: number): void {
  counts.rows_done += rows
  counts.rows_invalid += problems.length
  for (const { kind } of verdicts) counts[`rows_${kind}`] += 1
  counts.problems.push(...problems.slice(0, maxProblems - counts.problems.length))
}

/** Throws `Superseded` unless the import is still in this phase and has the mapping that was read. */
async function saveProgress(
  tx: Tx,
  platform: Platform,
  { id: importId, root_id: rootId, mapping }: StoredImport,
  phase: Phase,
  { counts, status, error }: { counts: Counts; status: StoredImport['status']; error: string | null },
): Promise<void> {
  const { rowCount } = await tx.query(
    `update identity_import set status = $2, error = $3, rows_done = $4,
       activated_at = case when $2 = 'active' then $5::timestamptz else activated_at end
      where id = $1 and status = $6 and mapping = $7::jsonb`,
    [importId, status, error, counts.rows_done, dateOf(platform.clock.now()), phase, JSON.stringify(mapping)],
  )
  if (rowCount === 0) throw new Superseded()
  if (phase === 'checking')
    await tx.query(
      `update identity_import set rows_new = $2, rows_changed = $3, rows_same = $4, rows_invalid = $5, rows_opted_out = $6,
         problems = $7, rows_total = $8, values_unread = $9, unread = $10 where id = $1`,
      [
        importId,
        counts.rows_new,
        counts.rows_changed,
        counts.rows_same,
        counts.rows_invalid,
        counts.rows_opted_out,
        JSON.stringify(counts.problems),
        counts.rows_done,
        counts.values_unread,
        JSON.stringify(counts.unread),
      ],
    )
  await signal(tx, { kind: 'import', rootId, importId })
}
