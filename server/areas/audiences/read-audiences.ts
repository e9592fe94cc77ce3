import type { Definition } from '#contract/audiences/definition.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** An audience with what is needed to test people against it. */
export interface StoredAudience {
  id: string
  name: string
  clientId: string
  definition: Definition
}

const columns = 'id, name, client_id as "clientId", definition'

/**
 * The audiences with these ids; those outside the scope are omitted. `hold` keeps them as they are until the transaction ends:
 * a change of one (`save-audience.ts`) waits for it.
 */
export async function readAudiences(
  tx: Tx,
  agencyId: string,
  ids: readonly string[],
  hold: 'read' | 'hold' = 'read',
): Promise<StoredAudience[]> {
  const { rows } = await tx.query<StoredAudience>(
    `select ${columns} from audience where agency_id = $1 and id = any($2::uuid[])
      ${hold === 'hold' ? 'order by id for key share' : ''}`,
    [agencyId, ids],
  )
  return rows
}

/** Those of these ids that belong to the client, locked so that none is removed before the transaction ends. */
export async function lockAudiences(
  tx: Tx,
  agencyId: string,
  clientId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.query<{ id: string }>(
    'select id from audience where agency_id = $1 and client_id = $2 and id = any($3::uuid[]) order by id for share',
    [agencyId, clientId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}
