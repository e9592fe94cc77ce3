import type { ClientBase, Pool } from 'pg'
import { binaryHexes } from '#server/platform/database/binary-arrays.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'

/** A person in the identity data. */
export interface FoundPerson {
  id: number
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  /** How many of Enhance ID's kinds of information are known about the person. */
  knownFields: number
  /** When a file last contained them. */
  verifiedAt_ms: number
  /** All of the person's hashes, in hex. */
  hashes: string[]
  /** Whether any of these hashes has opted out. */
  optedOut: boolean
}

export interface FoundPersons {
  /** The person's id by hash (hex), for the requested hashes that are known. */
  personOf: Map<string, number>
  /** The people with these hashes, and those requested by id. */
  persons: Map<number, FoundPerson>
}

/**
 * Finds people by hashes of their email addresses (hex) and by ids, thousands at once. The rest of the product reads
 * people only through this, so the identity data may be on another server. Unknown hashes and ids are left out.
 */
export async function findPersons(
  identityPool: Pool,
  keys: { hashes: readonly string[]; ids?: readonly number[] },
): Promise<FoundPersons> {
  const personOf = await findOwners(identityPool, keys.hashes)
  const ids = new Set([...personOf.values(), ...(keys.ids ?? [])])
  return { personOf, persons: await readPersons(identityPool, [...ids]) }
}

/** The people's ids by hash (hex), for the hashes that are known. */
export async function findOwners(db: Pool | ClientBase, hashes: readonly string[]): Promise<Map<string, number>> {
  if (hashes.length === 0) return new Map()
  const { rows } = await db.query<{ hash: string; personId: number }>(
    `select encode(hash, 'hex') as hash, person_id as "personId" from person_key
      where hash = any(array(select unnest($1::bytea[])))`,
    [binaryHexes(hashes)],
  )
  return new Map(rows.map(({ hash, personId }) => [hash, personId]))
}

/**
 * Keeps the requested order. One index scan for all ids is cheaper than one lookup per row; arrays come from a
 * subquery, because the planner estimates each element of a plain array parameter.
 */
async function readPersons(identityPool: Pool, ids: readonly number[]): Promise<Map<number, FoundPerson>> {
  if (ids.length === 0) return new Map()
  const { rows } = await identityPool.query<Omit<FoundPerson, 'hashes'> & { digits: string | null }>(
    `with key as materialized (
       select person_id, hash from person_key where person_id = any(array(select unnest($1::bigint[])))
     ), gone as materialized (
       select hash from opt_out where hash = any(array(select hash from key))
     ), keys as (
       select person_id, string_agg(encode(hash, 'hex'), ',') as digits, bool_or(hash in (select hash from gone)) as opted_out
         from key group by person_id
     )
     select p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone_e164 as phone, p.street,
            p.city, p.state, p.zip, p.advanced_fields as "knownFields",
            (extract(epoch from p.updated_at) * 1000)::float8 as "verifiedAt_ms", keys.digits,
            coalesce(keys.opted_out, false) as "optedOut"
       from unnest($1::bigint[]) as asked (id) join person p on p.id = asked.id left join keys on keys.person_id = p.id`,
    [plainArray(ids)],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const persons = new Map<number, FoundPerson>()
  for (const id of ids) {
    const row = byId.get(id)
    if (row) persons.set(id, Object.assign(row, { hashes: row.digits?.split(',') ?? [] }))
  }
  return persons
}

/** The requested hashes (hex) that have opted out, whether or not they belong to a known person. */
export async function findOptedOut(identityPool: Pool, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const { rows } = await identityPool.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from opt_out where hash = any(array(select unnest($1::bytea[])))`,
    [binaryHexes(hashes)],
  )
  return new Set(rows.map((row) => row.hash))
}
