import type { Scope, Tx } from './platform/database/tx.ts'
import type { TenantPath } from './platform/call.ts'
import type { AccessHooks } from './platform/http/route.ts'

interface PathRow {
  root_id: string
  agency_id: string | null
  client_id: string | null
}

/** Small tables whose rows are found by their id alone. */
const byId = {
  company: 'select root_id, agency_id, client_id from company where id = $1 and removed_at is null',
  user: 'select root_id, agency_id, client_id from app_user where id = $1',
  role: 'select root_id, agency_id, client_id from role where id = $1',
  group: 'select root_id, agency_id, client_id from company_group where id = $1',
  import: 'select root_id, null::uuid as agency_id, null::uuid as client_id from identity_import where id = $1',
} as const

/**
 * Tenant tables: their key begins with the agency, and without it a row could only be found by reading all of them.
 * What was removed is absent.
 */
const ofAgency = {
  campaign: { table: 'campaign', there: 'and t.removed_at is null' },
  lead: { table: 'lead', there: '' },
  delivery: { table: 'delivery', there: '' },
  destination: { table: 'destination', there: 'and t.removed_at is null' },
  organization: { table: 'marketing_organization', there: '' },
} as const

/** The path of an object if the scope can see it (design 4): row-level security decides, this only asks. */
export const findObject: AccessHooks['findObject'] = async (tx, scope, kind, id) => {
  if (!isFoundById(kind)) return findOfAgency(tx, scope, kind, id)
  const { rows } = await tx.prepared<PathRow>(`find-${kind}-path`, byId[kind], [id])
  return toPath(rows[0])
}

const isFoundById = (kind: string): kind is keyof typeof byId => kind in byId

async function findOfAgency(tx: Tx, scope: Scope, kind: keyof typeof ofAgency, id: string): Promise<TenantPath | null> {
  const { table, there } = ofAgency[kind]
  if (scope.kind === 'none' || scope.kind === 'staff') return null
  if (scope.kind === 'root') {
    // One probe of the key for each of the root's agencies.
    const text = `select t.root_id, t.agency_id, t.client_id from company c join ${table} t on t.agency_id = c.id
      where c.root_id = $1 and c.kind = 'agency' and c.removed_at is null and t.id = $2 ${there}`
    return toPath((await tx.prepared<PathRow>(`find-${table}-of-root`, text, [scope.rootId, id])).rows[0])
  }
  const text = `select root_id, agency_id, client_id from ${table} t where agency_id = $1 and id = $2 ${there}`
  return toPath((await tx.prepared<PathRow>(`find-${table}-path`, text, [scope.agencyId, id])).rows[0])
}

const toPath = (row: PathRow | undefined): TenantPath | null =>
  row ? { rootId: row.root_id, agencyId: row.agency_id, clientId: row.client_id } : null
