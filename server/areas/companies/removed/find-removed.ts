import { removedLife_ms } from '#contract/companies/users.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { SignedInCall } from '#server/platform/call.ts'

export interface RemovedRow {
  id: string
  kind: 'agency' | 'client'
  name: string
  rootId: string
  agencyId: string
  clientId: string | null
  removedAt: Date
}

/** Companies removed before this instant are purged, or will be by the next run. */
const since = (call: SignedInCall): Date => dateOf(call.platform.clock.now() - removedLife_ms)

const columns = `id, kind, name, root_id as "rootId", agency_id as "agencyId", client_id as "clientId",
  removed_at as "removedAt"`

/** A removed company directly below the caller's own, or null. */
export async function findRemoved(tx: Tx, call: SignedInCall, companyId: string): Promise<RemovedRow | null> {
  const { rows } = await tx.query<RemovedRow>(
    `select ${columns} from company where id = $1 and removed_at > $2 and ${belowOf(call)} and purged_at is null`,
    [companyId, since(call)],
  )
  return rows[0] ?? null
}

/** Newest first, with the total. */
export async function readRemoved(
  tx: Tx,
  call: SignedInCall,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: RemovedRow[]; total: number }> {
  const { rootId, agencyId } = call.caller
  const where = `root_id = $1 and ($2::uuid is null or agency_id = $2) and removed_at > $3 and ${belowOf(call)}
    and purged_at is null`
  const { rows } = await tx.query<RemovedRow & { total: number }>(
    `select ${columns}, count(*) over ()::integer as total from company where ${where}
     order by removed_at desc, id limit ${perPage} offset ${(page - 1) * perPage}`,
    [rootId, agencyId, since(call)],
  )
  return { rows, total: rows[0]?.total ?? 0 }
}

/** Agencies of a root, or clients of an agency. Row-level security limits them to the caller's own. */
const belowOf = ({ caller }: SignedInCall): string => (caller.agencyId === null ? `kind = 'agency'` : `kind = 'client'`)
