import type { Pool } from 'pg'
import { byteaArray, plainArray } from '#server/platform/database/plain-array.ts'

/** A person as the identity data knows them. */
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
  /** How many of the kinds of information that Enhance ID tells are known of the person. */
  knownFields: number
  /** When a file last named them. */
  verifiedAt_ms: number
  /** All of the person's hashes, in hex. */
  hashes: string[]
  /** Whether any of these hashes has opted out. */
  optedOut: boolean
}

export interface FoundPersons {
  /** Asked hashes (hex) that are somebody's: whose. */
  personOf: Map<string, number>
  /** The persons behind the hashes, and those asked for by id. */
  persons: Map<number, FoundPerson>
}

/**
 * Looks persons up by hashes of their email addresses (in hex) and by ids, thousands at once: the only way in which the
 * rest of the product reads identity data, which may therefore live on another server. Unknown hashes and ids are left out.
 */
export async function findPersons(
  identityPool: Pool,
  asked: { hashes: readonly string[]; ids?: readonly number[] },
): Promise<FoundPersons> {
  const { rows } = await identityPool.query<{ n: number; person_id: number }>(
    `select asked.n::int as n, k.person_id
       from unnest($1::bytea[]) with ordinality as asked (hash, n) join person_key k on k.hash = asked.hash`,
    [byteaArray(asked.hashes)],
  )
  const personOf = new Map(rows.map((row) => [asked.hashes[row.n - 1]!, row.person_id]))
  const ids = new Set([...personOf.values(), ...(asked.ids ?? [])])
  return { personOf, persons: await readPersons(identityPool, [...ids]) }
}

async function readPersons(identityPool: Pool, ids: readonly number[]): Promise<Map<number, FoundPerson>> {
  if (ids.length === 0) return new Map()
  const { rows } = await identityPool.query<FoundPerson & { digits: string }>(
    `select p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone_e164 as phone, p.street,
            p.city, p.state, p.zip, p.advanced_fields as "knownFields",
            (extract(epoch from p.updated_at) * 1000)::float8 as "verifiedAt_ms", keys.digits, keys.opted_out as "optedOut"
       from unnest($1::bigint[]) as asked (id)
       join person p on p.id = asked.id
      cross join lateral (
        select coalesce(string_agg(encode(k.hash, 'hex'), ','), '') as digits,
               coalesce(bool_or(o.hash is not null), false) as opted_out
          from person_key k left join opt_out o on o.hash = k.hash
         where k.person_id = p.id
      ) keys`,
    [plainArray(ids)],
  )
  for (const row of rows) row.hashes = row.digits === '' ? [] : row.digits.split(',')
  return new Map(rows.map((row) => [row.id, row]))
}

/** Those of the asked hashes (hex) that have opted out, whether anybody is known by them or not. */
export async function findOptedOut(identityPool: Pool, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const { rows } = await identityPool.query<{ hash: string }>(
    `select encode(o.hash, 'hex') as hash from unnest($1::bytea[]) as asked (hash) join opt_out o on o.hash = asked.hash`,
    [byteaArray(hashes)],
  )
  return new Set(rows.map((row) => row.hash))
}
