import type { Pool } from 'pg'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { findOwners } from '../find-persons.ts'
import { unpackSearchers } from '../signals/unpack-searchers.ts'

/** By what people in the identity data are known. */
interface KnownPeople {
  personIds: number[]
  /** Of all their addresses, in hex. */
  hashes: string[]
  emails: string[]
  phones: string[]
}

/** Everybody with one of these hashes, and by what else they are known. */
export async function readKnownPeople(identityPool: Pool, hashes: readonly string[]): Promise<KnownPeople> {
  const personIds = [...new Set((await findOwners(identityPool, hashes)).values())]
  const keys = await identityPool.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from person_key where person_id = any($1::bigint[])`,
    [plainArray(personIds)],
  )
  const { rows } = await identityPool.query<{ email: string | null; phone: string | null }>(
    'select lower(email) as email, phone_e164 as phone from person where id = any($1::bigint[])',
    [plainArray(personIds)],
  )
  return {
    personIds,
    hashes: [...new Set([...hashes, ...keys.rows.map(({ hash }) => hash)])],
    emails: rows.flatMap(({ email }) => email ?? []),
    phones: rows.flatMap(({ phone }) => phone ?? []),
  }
}

/** Deletes people with their keys, traits and searches. They come last in a deletion: afterwards nobody finds what belonged to them. */
export async function deletePeople(identityPool: Pool, personIds: readonly number[]): Promise<void> {
  if (personIds.length === 0) return
  const ids = plainArray(personIds)
  await unpackSearchers(identityPool, personIds)
  await identityPool.query('delete from signal where person_id = any($1::bigint[])', [ids])
  await identityPool.query('delete from person where id = any($1::bigint[])', [ids])
}
