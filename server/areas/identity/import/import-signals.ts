import type { ClientBase, Pool } from 'pg'
import { byteaArray, plainArray } from '#server/platform/database/plain-array.ts'
import { idOfSignal, writeSignals, type NewSignal } from '../signals/write-signals.ts'
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
  excluded: ReadonlySet<string>,
): Promise<SignalChanges> {
  const { ownerOf, optedOut } = await findOwners(db, [...new Set(signals.flatMap(({ hashes }) => hashes))])
  const changes: SignalChanges = { fresh: [], same: 0, optedOut: 0, problems: [] }
  for (const { row, hashes, ...signal } of signals) {
    const personId = hashes.map((hash) => ownerOf.get(hash)).find((owner) => owner !== undefined)
    if (hashes.some((hash) => optedOut.has(hash) || excluded.has(hash)) || optedOut.has(String(personId)))
      changes.optedOut += 1
    else if (personId === undefined)
      changes.problems.push({ row, field: 'email', message: 'has no match in the identity data' })
    else changes.fresh.push({ personId, ...signal })
  }
  const known = await findKnown(db, changes.fresh)
  changes.same = changes.fresh.length
  changes.fresh = changes.fresh.filter((signal) => !known.has(idOfSignal(signal)))
  changes.same -= changes.fresh.length
  return changes
}

/** The hashes' owners and the opt-outs: by hash, or by person id if another of the person's hashes opted out. */
async function findOwners(
  db: Pool | ClientBase,
  hashes: readonly string[],
): Promise<{ ownerOf: Map<string, number>; optedOut: Set<string> }> {
  const { rows } = await db.query<{
    hash: string
    personId: number | null
    optedOut: boolean
    personOptedOut: boolean
  }>(
    `select encode(asked.hash, 'hex') as hash, k.person_id as "personId", o.hash is not null as "optedOut",
            exists (select from person_key other join opt_out gone on gone.hash = other.hash
                     where other.person_id = k.person_id) as "personOptedOut"
       from unnest($1::bytea[]) as asked (hash)
       left join person_key k on k.hash = asked.hash
       left join opt_out o on o.hash = asked.hash`,
    [byteaArray(hashes)],
  )
  const ownerOf = new Map(rows.flatMap(({ hash, personId }) => (personId === null ? [] : [[hash, personId] as const])))
  const out = rows.flatMap(({ hash, personId, optedOut, personOptedOut }) => [
    ...(optedOut ? [hash] : []),
    ...(personOptedOut ? [String(personId)] : []),
  ])
  return { ownerOf, optedOut: new Set(out) }
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
  excluded: ReadonlySet<string>,
): Promise<SignalChanges> => {
  const changes = await compareSignals(client, signals, excluded)
  await writeSignals(client, changes.fresh)
  return changes
}
