import { binaryHexes } from '#server/platform/database/binary-arrays.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findOptedOut } from '../find-persons.ts'

/** Returns which of the hashes (hex) the operator excludes. */
export type FindExcluded = (
  platform: Platform,
  rootId: string,
  hashes: readonly string[],
) => Promise<ReadonlySet<string>>

/** Rows that no import may take: by a hash (hex), or by the person that the identity data know them to be about. */
export interface OptedOut {
  hashes: ReadonlySet<string>
  personIds: ReadonlySet<number>
}

export interface ImportedRow {
  hashes: readonly string[]
  externalId?: string | null
}

/**
 * Who of these rows' people has opted out. A list may have one hash of an address and the row another: they belong
 * together only if the identity data have both, since neither can be computed from the other.
 */
export async function findOptedOutRows(
  platform: Platform,
  rootId: string,
  rows: readonly ImportedRow[],
  findExcluded: FindExcluded,
): Promise<OptedOut> {
  const ownHashes = [...new Set(rows.flatMap(({ hashes }) => hashes))]
  const keys = await readKeys(
    platform,
    ownHashes,
    rows.flatMap(({ externalId }) => externalId ?? []),
  )
  const all = [...new Set([...ownHashes, ...keys.map(({ hash }) => hash)])]
  // The operator's list may be in another database.
  const [excludedHashes, optedOutHashes] = await Promise.all([
    findExcluded(platform, rootId, all),
    findOptedOut(platform.identityPool, all),
  ])
  const hashes = new Set([...excludedHashes, ...optedOutHashes])
  return { hashes, personIds: new Set(keys.flatMap(({ personId, hash }) => (hashes.has(hash) ? [personId] : []))) }
}

/** All keys of the people who have one of these hashes or ids of files. */
async function readKeys(
  { identityPool }: Platform,
  hashes: readonly string[],
  externalIds: readonly string[],
): Promise<{ personId: number; hash: string }[]> {
  const { rows } = await identityPool.query<{ personId: number; hash: string }>(
    `select person_id as "personId", encode(hash, 'hex') as hash from person_key
      where person_id = any(array(
        select person_id from person_key where hash = any(array(select unnest($1::bytea[])))
        union select id from person where external_id = any($2::text[])))`,
    [binaryHexes(hashes), externalIds],
  )
  return rows
}
