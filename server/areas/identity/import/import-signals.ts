import type { ClientBase, Pool } from 'pg'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { findOwners } from '../find-persons.ts'
import { idOfSignal, writeSignals, type NewSignal } from '../signals/write-signals.ts'
import type { OptedOut } from './find-opted-out.ts'
import type { ImportedSignal } from './read-signal.ts'
import type { RowProblem } from './row-problem.ts'

export interface SignalChanges {
  fresh: NewSignal[]
  /** How many exist already, and how many belong to people who opted out or whom the operator excludes. */
  same: number
  optedOut: number
  problems: RowProblem[]
}

/** What importing these signals would do. Signals of unknown people are not stored. */
export async function compareSignals(
  db: Pool | ClientBase,
  signals: readonly ImportedSignal[],
  optedOut: OptedOut,
): Promise<SignalChanges> {
  const ownerOf = await findOwners(db, [...new Set(signals.flatMap(({ hashes }) => hashes))])
  const changes: SignalChanges = { fresh: [], same: 0, optedOut: 0, problems: [] }
  for (const { row, hashes, unread: _unread, ...signal } of signals) {
    const personId = hashes.map((hash) => ownerOf.get(hash)).find((owner) => owner !== undefined)
    const isOut =
      hashes.some((hash) => optedOut.hashes.has(hash)) || (personId !== undefined && optedOut.personIds.has(personId))
    if (isOut) changes.optedOut += 1
    else if (personId === undefined)
      changes.problems.push({ row, field: 'email', message: 'has no match in the identity data' })
    else changes.fresh.push({ personId, ...signal })
  }
  const knownIds = await findKnown(db, changes.fresh)
  changes.same = changes.fresh.length
  changes.fresh = changes.fresh.filter((signal) => !knownIds.has(idOfSignal(signal)))
  changes.same -= changes.fresh.length
  return changes
}

async function findKnown(db: Pool | ClientBase, signals: readonly NewSignal[]): Promise<Set<string>> {
  if (signals.length === 0) return new Set()
  const { rows } = await db.query<{ id: string }>('select id from signal where id = any($1::uuid[])', [
    plainArray(signals.map(idOfSignal)),
  ])
  return new Set(rows.map(({ id }) => id))
}

/** Imports the new signals. */
export const importSignals = async (
  client: ClientBase,
  signals: readonly ImportedSignal[],
  optedOut: OptedOut,
): Promise<SignalChanges> => {
  const changes = await compareSignals(client, signals, optedOut)
  await writeSignals(client, changes.fresh)
  return changes
}
