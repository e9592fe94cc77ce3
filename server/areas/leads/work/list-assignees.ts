import { sentences } from '#contract/core/sentences.ts'
import type { listLeadAssignees } from '#contract/leads/lead-changes.ts'
import { assertKnownClient, listScopeOf, type ListScope } from '#server/areas/tenants/list-scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { maySeeLeads } from './may-see-leads.ts'

/** People who can be assigned leads of $2, a client of $1, as far as the caller sees them. */
const assignees = `
  select person.id, person.full_name as name from app_user person
    left join role on role.id = person.role_id
   where person.agency_id = $1 and (person.client_id is null or person.client_id = $2)
     and (${maySeeLeads('person', 'role')})`

export const handleListAssignees: Handler<typeof listLeadAssignees> = async ({ params }, call) => {
  const scope = listScopeOf(call.object!, params.clientId)
  const data = await call.inScope(async (tx) => {
    await assertKnownClient(tx, scope)
    return readAssignees(tx, scope)
  })
  return { result: 'success', message: '', data }
}

export async function readAssignees(
  tx: Tx,
  { agencyId, clientId }: Pick<ListScope, 'agencyId' | 'clientId'>,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await tx.query<{ id: string; name: string }>(`${assignees} order by name, id limit 200`, [
    agencyId,
    clientId,
  ])
  return rows
}

/** Throws `invalid` unless each client's leads can be assigned to the person. Who is hidden from the caller looks made up. */
export async function assertAssignable(
  tx: Tx,
  agencyId: string,
  clientIds: readonly string[],
  personId: string,
): Promise<void> {
  for (const clientId of clientIds) {
    const { rowCount } = await tx.query(`${assignees} and person.id = $3`, [agencyId, clientId, personId])
    if (rowCount === 0) throw invalid('assignee_id', sentences.choice)
  }
}
