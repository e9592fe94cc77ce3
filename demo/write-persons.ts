import type { Pool } from 'pg'
import { generatePersons, hashesOfEmail, type Place, type SyntheticPerson } from './persons.ts'

const batchSize = 10_000

/** Puts the synthetic persons and their keys into the identity data. Returns how many were written. */
export async function writePersons(pool: Pool, seed: number, count: number, at: Date): Promise<number> {
  const { rows: places } = await pool.query<Place>(
    `select zip, city, state from us_zip where state not in ('AA', 'AE', 'AP', 'FM', 'MH', 'MP', 'PW', 'AS', 'GU', 'VI') order by zip`,
  )
  let batch: SyntheticPerson[] = []
  let written = 0
  for (const person of generatePersons(seed, count, places)) {
    batch.push(person)
    if (batch.length < batchSize) continue
    written += await writeBatch(pool, batch, at)
    batch = []
  }
  return batch.length > 0 ? written + (await writeBatch(pool, batch, at)) : written
}

async function writeBatch(pool: Pool, persons: SyntheticPerson[], at: Date): Promise<number> {
  const column = (read: (person: SyntheticPerson) => string | null): (string | null)[] => persons.map(read)
  const { rows } = await pool.query<{ id: number; external_id: string }>(
    `insert into person (external_id, first_name, last_name, email, phone_e164, street, city, state, zip, source, updated_at)
     select *, 'synthetic', $10::timestamptz from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[],
       $6::text[], $7::text[], $8::text[], $9::text[])
     on conflict (external_id) do nothing returning id, external_id`,
    [
      column((p) => p.externalId),
      column((p) => p.firstName),
      column((p) => p.lastName),
      column((p) => p.email),
      column((p) => p.phoneE164),
      column((p) => p.street),
      column((p) => p.city),
      column((p) => p.state),
      column((p) => p.zip),
      at,
    ],
  )
  const ids = new Map(rows.map(({ id, external_id }) => [external_id, id]))
  const fresh = persons.filter(({ externalId }) => ids.has(externalId))
  await writeKeys(pool, fresh, ids)
  await writeTraits(pool, fresh, ids)
  return fresh.length
}

async function writeKeys(pool: Pool, persons: SyntheticPerson[], ids: Map<string, number>): Promise<void> {
  const keys = persons.flatMap(({ email, externalId }) =>
    Object.values(hashesOfEmail(email)).map((hash) => ({ hash, id: ids.get(externalId)! })),
  )
  // Sorted, so that the index grows page by page and not all over.
  keys.sort((left, right) => left.hash.compare(right.hash))
  await pool.query(
    `insert into person_key (hash, person_id) select * from unnest($1::bytea[], $2::bigint[]) on conflict do nothing`,
    [keys.map(({ hash }) => hash), keys.map(({ id }) => id)],
  )
}

async function writeTraits(pool: Pool, persons: SyntheticPerson[], ids: Map<string, number>): Promise<void> {
  const traits = persons.flatMap(({ traits: own, externalId }) =>
    Object.entries(own).map(([name, value]) => ({ id: ids.get(externalId)!, name, value })),
  )
  await pool.query(
    `insert into trait (person_id, name, value) select * from unnest($1::bigint[], $2::text[], $3::text[]) on conflict do nothing`,
    [traits.map(({ id }) => id), traits.map(({ name }) => name), traits.map(({ value }) => value)],
  )
}
