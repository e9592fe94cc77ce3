import { binaryHexes } from '#server/platform/database/binary-arrays.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { ExclusionList } from './exclusion-list.ts'

// The root's list has its own table, which every agency's pipeline may read; the operations are the same.

interface Addition {
  changeId: string
  at: Date
  /** In hex. */
  hashes: readonly string[]
}

/** Addresses are counted by MD5 hash, which every entry has regardless of how it was uploaded. */
const addressCount = 'count(*) filter (where length(hash) = 16)::int as addresses'

const countOf = async (tx: Tx, text: string, values: readonly unknown[]): Promise<number> =>
  (await tx.query<{ addresses: number }>(text, [...values])).rows[0]!.addresses

/** An address's entry that every one has, by which addresses are counted. */
export const isCounted = (hash: string): boolean => hash.length === 32

/**
 * Adds hashes to a list; existing entries don't change. Returns the new ones (hex). In key order, which touches each page
 * of the index once.
 */
export async function addToList(tx: Tx, list: ExclusionList, { changeId, at, hashes }: Addition): Promise<string[]> {
  // One text, because rows by the thousand take longer to read than to insert.
  const joinHashes = `select string_agg(encode(hash, 'hex'), ',') as hashes from added`
  const { rows } =
    list.level === 'root'
      ? await tx.query<{ hashes: string | null }>(
          `with added as (
             insert into root_exclusion (root_id, hash, created_at, change_id)
             select $1, hash, $2, $3 from unnest($4::bytea[]) as given (hash) order by hash
             on conflict do nothing returning hash)
           ${joinHashes}`,
          [list.rootId, at, changeId, binaryHexes(hashes)],
        )
      : await tx.query<{ hashes: string | null }>(
          `with added as (
             insert into exclusion (agency_id, root_id, client_id, campaign_id, level, hash, created_at, change_id)
             select $1, $2, $3, $4, $5, hash, $6, $7 from unnest($8::bytea[]) as given (hash) order by hash
             on conflict do nothing returning hash)
           ${joinHashes}`,
          [list.agencyId, list.rootId, list.clientId, list.campaignId, list.level, at, changeId, binaryHexes(hashes)],
        )
  return rows[0]!.hashes?.split(',') ?? []
}

export const countAddresses = (tx: Tx, list: ExclusionList): Promise<number> =>
  list.level === 'root'
    ? countOf(tx, `select ${addressCount} from root_exclusion where root_id = $1`, [list.rootId])
    : countOf(tx, `select ${addressCount} from exclusion where agency_id = $1 and list_id = $2`, [
        list.agencyId,
        list.listId,
      ])

/** The hashes (hex) that a change added and that are still on the list. */
export async function hashesAddedBy(tx: Tx, list: ExclusionList, changeId: string): Promise<string[]> {
  const { rows } =
    list.level === 'root'
      ? await tx.query<{ hash: string }>(
          `select encode(hash, 'hex') as hash from root_exclusion where root_id = $1 and change_id = $2`,
          [list.rootId, changeId],
        )
      : await tx.query<{ hash: string }>(
          `select encode(hash, 'hex') as hash from exclusion where agency_id = $1 and list_id = $2 and change_id = $3`,
          [list.agencyId, list.listId, changeId],
        )
  return rows.map(({ hash }) => hash)
}

export const removeAddedBy = (tx: Tx, list: ExclusionList, changeId: string): Promise<unknown> =>
  list.level === 'root'
    ? tx.query('delete from root_exclusion where root_id = $1 and change_id = $2', [list.rootId, changeId])
    : tx.query('delete from exclusion where agency_id = $1 and list_id = $2 and change_id = $3', [
        list.agencyId,
        list.listId,
        changeId,
      ])

const purgedRows = `
  kept as (
    insert into exclusion_purged (agency_id, purge_id, hash, root_id, client_id, change_id, created_at, purged_at)
    select $1, $2, hash, $3, $4, change_id, created_at, $5 from removed order by hash returning 1)
  select ${addressCount} from removed`

/** Removes all entries of a list and keeps them for an undo. Returns the number of addresses. */
export const purgeEntries = (tx: Tx, list: ExclusionList, purgeId: string, at: Date): Promise<number> => {
  const values = [list.agencyId, purgeId, list.rootId, list.clientId, at]
  return list.level === 'root'
    ? countOf(
        tx,
        `with removed as (delete from root_exclusion where root_id = $3 returning hash, change_id, created_at), ${purgedRows}`,
        values,
      )
    : countOf(
        tx,
        `with removed as (
           delete from exclusion where agency_id = $1 and list_id = $6 returning hash, change_id, created_at), ${purgedRows}`,
        [...values, list.listId],
      )
}

/** Restores what a purge removed. */
export const restorePurged = (tx: Tx, list: ExclusionList, purgeId: string): Promise<unknown> => {
  const back = 'with back as (delete from exclusion_purged where agency_id = $1 and purge_id = $2 returning *)'
  return list.level === 'root'
    ? tx.query(
        `${back} insert into root_exclusion (root_id, hash, created_at, change_id)
         select root_id, hash, created_at, change_id from back on conflict do nothing`,
        [list.agencyId, purgeId],
      )
    : tx.query(
        `${back} insert into exclusion (agency_id, root_id, client_id, campaign_id, level, hash, created_at, change_id)
         select agency_id, root_id, client_id, $3, $4, hash, created_at, change_id from back on conflict do nothing`,
        [list.agencyId, purgeId, list.campaignId, list.level],
      )
}
