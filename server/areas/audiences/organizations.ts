import type { listOrganizations, Organization, ExternalCampaign } from '#contract/audiences/organizations.ts'
import { toPage } from '#contract/core/page.ts'
import { isSearch } from '#contract/core/wire.ts'
import { containsText } from '#server/platform/database/like.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { TenantPath } from '#server/platform/call.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'

interface OrganizationLine {
  id: string
  name: string
  externalId: string
  clientId: string
  clientName: string
  uses: number
  updatedAt: Date
  campaigns: { id: string; name: string; externalId: string; uses: number }[]
}

/** Organizations with their external campaigns, over rows named `o`. Uses are counted from a dedicated index. */
const columns = `o.id, o.name, o.external_id as "externalId", o.client_id as "clientId", client.name as "clientName",
  o.updated_at as "updatedAt",
  (select count(*)::integer from campaign used where used.agency_id = o.agency_id
     and used.marketing_organization_id = o.id and used.removed_at is null) as uses,
  (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'externalId', c.external_id, 'uses',
       (select count(*) from campaign used where used.agency_id = c.agency_id and used.removed_at is null
          and used.marketing_organization_id = o.id and used.marketing_campaign_id = c.id)) order by lower(c.name), c.id), '[]')
     from marketing_campaign c where c.agency_id = o.agency_id and c.organization_id = o.id) as campaigns`

export const handleListOrganizations: Handler<typeof listOrganizations> = async ({ query }, call) => {
  const { page, perPage } = query
  const { condition, values } = soughtIn(scopeCondition(call.object!), query)
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<OrganizationLine>(
      `select ${columns} from marketing_organization o
         join company client on client.id = o.client_id and client.removed_at is null
        where ${condition} order by o.name, o.id limit ${perPage} offset ${(page - 1) * perPage}`,
      values,
    )
    const counts = await tx.query<{ total: number }>(
      `select count(*)::integer as total from marketing_organization o
         join company client on client.id = o.client_id and client.removed_at is null where ${condition}`,
      values,
    )
    return toPage(rows.map(presentOrganization), page, perPage, counts.rows[0]!.total)
  })
}

interface Sought {
  condition: string
  values: string[]
}

function soughtIn(scope: Sought, { search, organizationId }: Input<typeof listOrganizations>['query']): Sought {
  const values = [...scope.values]
  const conditions = [scope.condition]
  if (isSearch(search)) conditions.push(`o.name ilike $${values.push(containsText(search))}`)
  if (organizationId !== undefined) conditions.push(`o.id = $${values.push(organizationId)}`)
  return { condition: conditions.join(' and '), values }
}

function scopeCondition({ rootId, agencyId, clientId }: TenantPath): Sought {
  if (clientId !== null) return { condition: 'o.agency_id = $1 and o.client_id = $2', values: [agencyId!, clientId] }
  return agencyId === null
    ? { condition: 'o.root_id = $1', values: [rootId] }
    : { condition: 'o.agency_id = $1', values: [agencyId] }
}

/** One organization with all details; null if it is outside the scope. */
export async function readOrganization(tx: Tx, agencyId: string, id: string): Promise<Organization | null> {
  const { rows } = await tx.query<OrganizationLine>(
    `select ${columns} from marketing_organization o join company client on client.id = o.client_id
      where o.agency_id = $1 and o.id = $2`,
    [agencyId, id],
  )
  return rows[0] ? presentOrganization(rows[0]) : null
}

const presentOrganization = (line: OrganizationLine): Organization => ({
  organizationId: line.id,
  organizationName: line.name,
  externalId: line.externalId,
  companyId: line.clientId,
  company_name: line.clientName,
  campaigns: line.campaigns.map((one): ExternalCampaign => ({
    externalCampaignId: one.id,
    campaignName: one.name,
    externalId: one.externalId,
    uses: one.uses,
  })),
  uses: line.uses,
  updated_at: line.updatedAt.toISOString(),
})
