import type { ObjectKind } from '#contract/core/access.ts'
import type { TenantPath } from '#server/platform/call.ts'
import type { Reader, Scope } from '#server/platform/database/tx.ts'

/** Finds the path of an object if the scope can see it (SEC-1): row-level security decides, this only queries. */
export type ObjectFinder = (reader: Reader, scope: Scope, id: string) => Promise<TenantPath | null>
/** How an area registers its objects. */
export type ObjectsOf<Kind extends Exclude<ObjectKind, 'none'>> = Readonly<Record<Kind, ObjectFinder>>

interface PathRow {
  root_id: string
  agency_id: string | null
  client_id: string | null
}

/** In a small table whose rows are found by id alone. */
export const findById =
  (kind: ObjectKind, text: string): ObjectFinder =>
  async (reader, _scope, id) =>
    toPath((await reader.prepared<PathRow>(`find-${kind}-path`, text, [id])).rows[0])

/**
 * In a tenant table, whose key starts with the agency: without the agency, finding a row would mean a full scan.
 * Removed rows are absent if the table keeps them.
 */
export const findOfAgency =
  (table: string, { keepsRemoved = false } = {}): ObjectFinder =>
  async (reader, scope, id) => {
    const there = keepsRemoved ? 'and t.removed_at is null' : ''
    if (scope.kind === 'none' || scope.kind === 'staff') return null
    if (scope.kind === 'root') {
      // One index lookup for each of the root's agencies.
      const text = `select t.root_id, t.agency_id, t.client_id from company c join ${table} t on t.agency_id = c.id
        where c.root_id = $1 and c.kind = 'agency' and c.removed_at is null and t.id = $2 ${there}`
      return toPath((await reader.prepared<PathRow>(`find-${table}-of-root`, text, [scope.rootId, id])).rows[0])
    }
    const text = `select root_id, agency_id, client_id from ${table} t where agency_id = $1 and id = $2 ${there}`
    return toPath((await reader.prepared<PathRow>(`find-${table}-path`, text, [scope.agencyId, id])).rows[0])
  }

const toPath = (row: PathRow | undefined): TenantPath | null =>
  row ? { rootId: row.root_id, agencyId: row.agency_id, clientId: row.client_id } : null
