import type { Condition, Definition, Part } from '#contract/audiences/definition.ts'
import { newId } from '../platform/ids.ts'
import type { TestDatabase } from './harness.ts'

/** A definition of parts of which most are left out. */
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

/** An audience of a client, as it is stored. Answers its id. */
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
