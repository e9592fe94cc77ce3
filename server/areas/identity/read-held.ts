import type { Pool } from 'pg'
import { binaryHexes } from '#server/platform/database/binary-arrays.ts'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'

/** What the identity data holds about one person, for the person. */
export interface HeldPerson {
  id: number
  source: string
  updated_at: Date
  facts: Record<string, string | null>
  /** How many hashes of addresses find the person. */
  hashes: number
  /** What files said about the person beyond that, by name. */
  traits: Record<string, string>
}

export async function readHeld(identityPool: Pool, personIds: readonly number[]): Promise<HeldPerson[]> {
  if (personIds.length === 0) return []
  const { rows } = await identityPool.query<HeldPerson>(
    `select p.id, p.source, p.updated_at,
            jsonb_build_object('first_name', first_name, 'last_name', last_name, 'email', email, 'phone', phone_e164,
                               'street', street, 'city', city, 'state', state, 'zip', zip,
                               'external_id', external_id) as facts,
            (select count(*)::int from person_key where person_id = p.id) as hashes,
            coalesce((select jsonb_object_agg(name, value) from trait where person_id = p.id), '{}') as traits
       from person p where p.id = any($1::bigint[]) order by p.id`,
    [plainArray(personIds)],
  )
  return rows
}

/** A search, or a page read, that a file of searches tells of a person. */
export interface HeldSearch {
  person_id: number
  at: Date
  kind: string
  phrase: string
  zip: string | null
}

/** Searches are not in the order of people, and there are millions. */
const longestScan_ms = 60_000

export async function readSearches(identityPool: Pool, personIds: readonly number[]): Promise<HeldSearch[]> {
  if (personIds.length === 0) return []
  return inTransaction(identityPool, async (client) => {
    await client.query(`set local statement_timeout = ${longestScan_ms}`)
    const { rows } = await client.query<HeldSearch>(
      `select person_id, at, kind, text as phrase, zip from signal join signal_phrase phrase on phrase.id = signal.phrase_id
        where person_id = any($1::bigint[]) order by at, text`,
      [plainArray(personIds)],
    )
    return rows
  })
}

/** Since when the hashes (hex) are opted out, and why; the deletion platform's lists are among them. */
export async function readOptOuts(
  identityPool: Pool,
  hashes: readonly string[],
): Promise<{ reason: string; since: Date }[]> {
  const { rows } = await identityPool.query<{ reason: string; since: Date }>(
    `select reason, min(created_at) as since from opt_out where hash = any(array(select unnest($1::bytea[])))
      group by reason order by since`,
    [binaryHexes(hashes)],
  )
  return rows
}
