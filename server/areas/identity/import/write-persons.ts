import type { ClientBase } from 'pg'
import type { Verdict } from './compare-persons.ts'
import type { ImportedPerson } from './read-person.ts'

type Change = { person: ImportedPerson; id: number | null }

/** Imports new and changed people with their keys and traits. Idempotent: a second run finds them all unchanged. */
export async function writePersons(
  client: ClientBase,
  verdicts: readonly Verdict[],
  source: string,
  at: Date,
): Promise<void> {
  const changes: Change[] = verdicts.flatMap((verdict): Change[] => {
    if (verdict.kind === 'new') return [{ person: verdict.person, id: null }]
    return verdict.kind === 'changed' ? [{ person: verdict.person, id: verdict.known.id }] : []
  })
  const fresh = changes.filter(({ id }) => id === null)
  const ids = await insertPersons(client, fresh, source, at)
  await verifyPersons(client, verdicts, at)
  const updates = changes.flatMap(({ person, id }) => (id === null ? [] : [{ person, id }]))
  await updatePersons(client, updates, source, at)
  const owners = [...fresh.map(({ person }, n) => ({ person, id: ids[n]! })), ...updates]
  await insertKeys(client, owners)
  await writeTraits(client, owners)
}

/** An unchanged person in a file is verified: the record is as fresh as the file. */
async function verifyPersons(client: ClientBase, verdicts: readonly Verdict[], at: Date): Promise<void> {
  const ids = verdicts.flatMap((verdict) => (verdict.kind === 'same' ? [verdict.known.id] : []))
  if (ids.length > 0)
    await client.query('update person set updated_at = $2 where id = any($1::bigint[]) and updated_at < $2', [ids, at])
}

const columnsOf = (changes: readonly Change[]): unknown[] => {
  const column = (read: (person: ImportedPerson) => string | null): (string | null)[] =>
    changes.map(({ person }) => read(person))
  return [
    column((p) => p.externalId),
    column((p) => p.firstName),
    column((p) => p.lastName),
    column((p) => p.email),
    column((p) => p.phoneE164),
    column((p) => p.street),
    column((p) => p.city),
    column((p) => p.state),
    column((p) => p.zip),
  ]
}

/** Draws the ids first, so that they are in the order of the people. */
async function insertPersons(
  client: ClientBase,
  fresh: readonly Change[],
  source: string,
  at: Date,
): Promise<number[]> {
  if (fresh.length === 0) return []
  const sequence = await client.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('person', 'id')) as id from generate_series(1, $1)`,
    [fresh.length],
  )
  const ids = sequence.rows.map(({ id }) => id)
  await client.query(
    `insert into person (external_id, first_name, last_name, email, phone_e164, street, city, state, zip, id, source, updated_at)
     select *, $11, $12::timestamptz
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[])`,
    [...columnsOf(fresh), ids, source, at],
  )
  return ids
}

async function updatePersons(client: ClientBase, changes: readonly Change[], source: string, at: Date): Promise<void> {
  if (changes.length === 0) return
  await client.query(
    `update person set
       first_name = coalesce(nullif(given.first_name, ''), person.first_name),
       last_name = coalesce(nullif(given.last_name, ''), person.last_name),
       email = coalesce(given.email, person.email),
       phone_e164 = coalesce(given.phone, person.phone_e164),
       street = coalesce(given.street, person.street),
       city = coalesce(given.city, person.city),
       state = coalesce(given.state, person.state),
       zip = coalesce(given.zip, person.zip),
       source = $11, updated_at = $12
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[])
       as given (external_id, first_name, last_name, email, phone, street, city, state, zip, id)
     where person.id = given.id`,
    [...columnsOf(changes), changes.map(({ id }) => id), source, at],
  )
}

/** A key that belongs to someone else stays with them: people are never merged. */
async function insertKeys(
  client: ClientBase,
  owners: readonly { person: ImportedPerson; id: number }[],
): Promise<void> {
  const keys = owners.flatMap(({ person, id }) => person.hashes.map((hash) => ({ hash, id })))
  await client.query(
    `insert into person_key (hash, person_id)
     select decode(hash, 'hex'), id from unnest($1::text[], $2::bigint[]) as given (hash, id) on conflict do nothing`,
    [keys.map(({ hash }) => hash), keys.map(({ id }) => id)],
  )
}

/** A file's values overwrite stored ones; missing ones stay. Sorted, so that concurrent imports don't deadlock. */
async function writeTraits(
  client: ClientBase,
  owners: readonly { person: ImportedPerson; id: number }[],
): Promise<void> {
  const traits = owners.flatMap(({ person, id }) =>
    Object.entries(person.traits).map(([name, value]) => ({ id, name, value })),
  )
  if (traits.length === 0) return
  await client.query(
    `insert into trait (person_id, name, value)
     select id, name, value from unnest($1::bigint[], $2::text[], $3::text[]) as given (id, name, value) order by id, name
     on conflict (person_id, name) do update set value = excluded.value where trait.value <> excluded.value`,
    [traits.map(({ id }) => id), traits.map(({ name }) => name), traits.map(({ value }) => value)],
  )
}
