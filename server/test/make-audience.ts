import type { Condition, Definition, Part } from '#contract/audiences/definition.ts'
import { newId } from '../platform/ids.ts'
import type { TestDatabase } from './harness.ts'

/** A definition with defaults for missing parts. */
export const definitionOf = ({
  include = [],
  exclude = [],
  match = 'all',
  excludeMatch = 'any',
}: {
  include?: Condition[]
  exclude?: Condition[]
  match?: Part['match']
  excludeMatch?: Part['match']
}): Definition => ({ include: { match, conditions: include }, exclude: { match: excludeMatch, conditions: exclude } })

/** Stores an audience of a client. Returns its id. */
export async function makeAudience(
  { db, rootId }: { db: TestDatabase; rootId: string },
  of: { agencyId: string; clientId: string },
  parts: Parameters<typeof definitionOf>[0],
  name?: string,
): Promise<string> {
  const id = newId(Date.now())
  await db.adminPool.query(
    `insert into audience (agency_id, id, root_id, client_id, name, definition, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, now(), now())`,
    [of.agencyId, id, rootId, of.clientId, name ?? `Audience ${id}`, definitionOf(parts)],
  )
  return id
}

/** Stores a client's list for audiences, with its hashes. Returns its id. */
export async function makeAudienceList(
  { db, rootId }: { db: TestDatabase; rootId: string },
  of: { agencyId: string; clientId: string },
  { hashes, endsOn }: { hashes: readonly string[]; endsOn: string | null },
): Promise<string> {
  const id = newId(Date.now())
  const path = [of.agencyId, id, rootId, of.clientId]
  await db.adminPool.query(
    `insert into audience_list (agency_id, id, root_id, client_id, name, addresses, ends_on, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, now())`,
    [...path, `List ${id}`, hashes.length, endsOn],
  )
  await db.adminPool.query(
    `insert into audience_list_entry (agency_id, list_id, root_id, client_id, hash)
     select $1, $2, $3, $4, decode(hex, 'hex') from unnest($5::text[]) as hex`,
    [...path, hashes],
  )
  return id
}
