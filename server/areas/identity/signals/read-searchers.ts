import type { PoolClient } from 'pg'
import { driverOf } from '#server/platform/database/driver/choose-driver.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import { PersonSet } from './person-set.ts'

const day_ms = 86_400_000
/** With more unpacked signals than this, reading them beside the lists costs more than it saves. */
const maxUnpacked = 20_000

/** Searches for any of these phrases between two times, both inclusive. */
export interface SearchesOf {
  phraseIds: readonly number[]
  since_ms: number
  until_ms: number
}

/**
 * The people who searched and didn't opt out, each once, from the packed lists and the signals after their watermark. Null if too many
 * are not packed yet. Needs a single-snapshot transaction, so that lists, watermark and signals are consistent.
 */
export async function readSearchers(
  client: PoolClient,
  searches: SearchesOf,
  most = maxUnpacked,
): Promise<PersonSet | null> {
  const personIds = await readUnpacked(client, searches, most)
  if (personIds === null) return null
  const persons = new PersonSet()
  await addPacked(client, searches, persons)
  for (const personId of personIds) persons.add(personId)
  await leaveOutOptedOut(client, persons)
  return persons
}

/** Lists are not written anew when somebody opts out: whoever did is taken from what they add up to. */
const leaveOutOptedOut = (client: PoolClient, persons: PersonSet): Promise<unknown> =>
  driverOf(client).copyFields(
    client,
    'select known.person_id from opt_out gone join person_key known on known.hash = gone.hash',
    [],
    ([id]) => persons.delete(Number(id!.readBigInt64BE())),
  )

/** The watermark is passed as values, so that the planner knows how few signals come after it. */
async function readUnpacked(
  client: PoolClient,
  { phraseIds, since_ms, until_ms }: SearchesOf,
  most: number,
): Promise<number[] | null> {
  const { rows: marks } = await client.query<{ tx: number; id: string }>(
    'select done_tx as tx, done_id as id from searchers_watermark',
  )
  const { rows } = await client.query<{ all: number; people: number[] | null }>(
    `select count(*)::int as all, array_agg(person_id) filter (where kind = 'search' and phrase_id = any($1::int[])) as people
       from (select person_id, phrase_id, kind from signal
              where (tx, id) > ($2::bigint, $3::uuid) and id >= $4 and id < $5 limit $6) fresh`,
    [phraseIds, marks[0]!.tx, marks[0]!.id, lowestUuidAt(since_ms), lowestUuidAt(until_ms + 1), most + 1],
  )
  const { all, people } = rows[0]!
  return all > most ? null : (people ?? [])
}

/** Whole days within the range are read without their times. */
async function addPacked(
  client: PoolClient,
  { phraseIds, since_ms, until_ms }: SearchesOf,
  persons: PersonSet,
): Promise<void> {
  const wholeFrom = Math.ceil(since_ms / day_ms)
  const wholeUntil = Math.floor((until_ms + 1) / day_ms)
  await driverOf(client).copyFields(
    client,
    `select day, people, case when day < $4::int or day >= $5::int then moments end from searchers_of_day
      where phrase_id = any($1::int[]) and day between $2::int and $3::int`,
    [
      `{${phraseIds.join()}}`,
      String(Math.floor(since_ms / day_ms)),
      String(Math.floor(until_ms / day_ms)),
      String(wholeFrom),
      String(wholeUntil),
    ],
    ([day, people, moments]) => {
      const start_ms = day!.readInt32BE() * day_ms
      persons.addPacked(people!, moments ?? null, [since_ms - start_ms, until_ms - start_ms])
    },
  )
}
