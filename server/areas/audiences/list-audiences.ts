import type { Audience, getAudience, listAudiences } from '#contract/audiences/audiences.ts'
import { toPage } from '#contract/core/page.ts'
import { clientsOfGroup } from '#server/areas/tenants/list-scope.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { expiryOf, listIdsIn } from './list-ends.ts'
import { scopeCondition } from './may-change.ts'

interface AudienceLine {
  id: string
  name: string
  clientId: string
  clientName: string
  definition: Audience['definition']
  uses: { id: string; name: string; use: 'include' | 'exclude' }[]
  endsOn: string | null
  updatedAt: Date
}

/** Audiences with the campaigns that use them, over rows named `a`. The campaigns come from a dedicated index. */
const columns = `a.id, a.name, a.client_id as "clientId", client.name as "clientName", a.definition, a.updated_at as "updatedAt",
  (select coalesce(jsonb_agg(jsonb_build_object('id', used.id, 'name', used.name, 'use',
       case when a.id = any(used.include_audiences) then 'include' else 'exclude' end) order by used.name, used.id), '[]')
     from campaign used where used.agency_id = a.agency_id and used.client_id = a.client_id and used.removed_at is null
      and (used.include_audiences <> '{}' or used.exclude_audiences <> '{}')
      and a.id = any(used.include_audiences || used.exclude_audiences)) as uses,
  (select min(l.ends_on)::text from audience_list l where l.agency_id = a.agency_id and l.client_id = a.client_id
      and l.id::text in ${listIdsIn('a.definition')}) as "endsOn"`

export const handleListAudiences: Handler<typeof listAudiences> = async ({ query }, call) => {
  const { page, perPage, groupId } = query
  const { condition, values } = scopeCondition('a', call.object!)
  const isGrouped = groupId !== '' && groupId !== 'all'
  const where = isGrouped ? `${condition} and a.client_id in ${clientsOfGroup(`$${values.length + 1}`)}` : condition
  const parameters = isGrouped ? [...values, groupId] : values
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<AudienceLine>(
      `select ${columns} from audience a
         join company client on client.id = a.client_id and client.removed_at is null
        where ${where} order by a.name, a.id limit ${perPage} offset ${(page - 1) * perPage}`,
      parameters,
    )
    const counts = await tx.query<{ total: number }>(
      `select count(*)::integer as total from audience a
         join company client on client.id = a.client_id and client.removed_at is null where ${where}`,
      parameters,
    )
    const now_ms = call.platform.clock.now()
    return toPage(
      rows.map((row) => presentAudience(row, now_ms)),
      page,
      perPage,
      counts.rows[0]!.total,
    )
  })
}

export const handleGetAudience: Handler<typeof getAudience> = async ({ params }, call) => {
  const data = await call.inScope((tx) => readAudience(tx, call, call.object!.agencyId!, params.id))
  if (!data) throw notFound()
  return { result: 'success', message: '', data }
}

/** One audience with all details; null if it is outside the scope. */
export async function readAudience(
  tx: Tx,
  { platform }: Pick<SignedInCall, 'platform'>,
  agencyId: string,
  id: string,
): Promise<Audience | null> {
  const { rows } = await tx.query<AudienceLine>(
    `select ${columns} from audience a join company client on client.id = a.client_id
      where a.agency_id = $1 and a.id = $2`,
    [agencyId, id],
  )
  return rows[0] ? presentAudience(rows[0], platform.clock.now()) : null
}

const presentAudience = (line: AudienceLine, now_ms: number): Audience => ({
  audience_id: line.id,
  audience_name: line.name,
  companyId: line.clientId,
  company_name: line.clientName,
  definition: line.definition,
  expiry: expiryOf(line.endsOn, now_ms),
  uses: line.uses.map(({ id, name, use }) => ({ campaignId: id, campaignName: name, use })),
  updated_at: line.updatedAt.toISOString(),
})
