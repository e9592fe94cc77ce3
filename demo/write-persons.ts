import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { generatePersons, hashesOfEmail, nowhere, personAt, type Place, type SyntheticPerson } from './persons.ts'

const seedLock = 7_426_010

/** People `from` up to, not including, `upTo` of a seed. */
export interface PersonRange {
  from: number
  upTo: number
}

/**
 * Writes synthetic people, their keys and traits to the identity data with COPY, in one transaction. Does nothing if
 * they are already there. Returns how many were written.
 */
export async function writePersons(pool: Pool, seed: number, range: PersonRange, at: Date): Promise<number> {
  const count = range.upTo - range.from
  const client = await pool.connect()
  try {
    await client.query('begin; set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [seedLock])
    const isThere = await hasPerson(client, seed, range.from)
    if (!isThere) await copyPersons(client, seed, range, at)
    await client.query('commit')
    return isThere ? 0 : count
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

export async function hasPerson(database: Pool | PoolClient, seed: number, n: number): Promise<boolean> {
  const { externalId } = personAt(seed, n, nowhere)
  const { rowCount } = await database.query('select 1 from person where external_id = $1', [externalId])
  return rowCount === 1
}

async function copyPersons(client: PoolClient, seed: number, range: PersonRange, at: Date): Promise<void> {
  const { rows: places } = await client.query<Place>(
    `select zip, city, state from us_zip where state not in ('AA', 'AE', 'AP', 'FM', 'MH', 'MP', 'PW', 'AS', 'GU', 'VI') order by zip`,
  )
  const sequence = await client.query<{ first: number }>(
    `select setval('person_id_seq', nextval('person_id_seq') + $1) - $1 as first`,
    [range.upTo - range.from],
  )
  const first = sequence.rows[0]!.first
  const persons = [...generatePersons(seed, range, places)]
  const stamp = at.toISOString()
  await copy(
    client,
    'person (id, external_id, first_name, last_name, email, phone_e164, street, city, state, zip, advanced_fields, source, updated_at)',
    persons.map((person, n) => [first + n, ...columnsOf(person), 'synthetic', stamp]),
  )
  const keys = persons.flatMap(({ email }, n) =>
    Object.values(hashesOfEmail(email)).map((hash) => [`\\\\x${hash.toString('hex')}`, first + n] as const),
  )
  // Sort, so that the index grows page by page instead of in random places.
  keys.sort(([left], [right]) => (left < right ? -1 : 1))
  await copy(client, 'person_key (hash, person_id)', keys)
  await copy(
    client,
    'trait (person_id, name, value)',
    persons.flatMap(({ traits, work }, n) =>
      Object.entries({ ...traits, ...work }).map(([name, value]) => [first + n, name, value]),
    ),
  )
}

const columnsOf = (person: SyntheticPerson): (string | number | null)[] => [
  person.externalId,
  person.firstName,
  person.lastName,
  person.email,
  person.phoneE164,
  person.street,
  person.city,
  person.state,
  person.zip,
  // Every trait made here counts, so the count is known without counting in SQL.
  Object.keys(person.traits).length,
]

/** The values contain no tabs or newlines; every backslash is meant as an escape. */
async function copy(
  client: PoolClient,
  target: string,
  rows: readonly (readonly (string | number | null)[])[],
): Promise<void> {
  const linesAtOnce = 5_000
  const chunks = function* () {
    for (let from = 0; from < rows.length; from += linesAtOnce)
      yield rows
        .slice(from, from + linesAtOnce)
        .map((row) => `${row.map((value) => value ?? '\\N').join('\t')}\n`)
        .join('')
  }
  await pipeline(Readable.from(chunks()), client.query(copyFrom(`copy ${target} from stdin`)))
}
