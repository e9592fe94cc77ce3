import type { removeOrganization, saveOrganization } from '#contract/audiences/organizations.ts'
import { sentences } from '#contract/core/sentences.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { assertMayChange, clientToChange, lockClientRows, type ClientPath } from './may-change.ts'
import { timeOfChange } from './time-of-change.ts'
import { readOrganization } from './organizations.ts'

type Body = Input<typeof saveOrganization>['body']

/** Adds or changes an organization. */
export const handleSaveOrganization: Handler<typeof saveOrganization> = async ({ body }, call) => {
  const client = clientToChange(call)
  assertNoDuplicates(body)
  const isNew = body.organizationId === ''
  const data = await call.inScope(async (tx) => {
    await lockClientRows(tx, client)
    const id = isNew ? newId(call.platform.clock.now()) : body.organizationId
    await assertNameIsFree(tx, client, id, body.organizationName)
    await (isNew ? insert(tx, call, client, id, body) : change(tx, call, client, id, body))
    await saveOutside(tx, call, client, id, body)
    const action = isNew ? 'campaign.organizationAdded' : 'campaign.organizationChanged'
    const organization = (await readOrganization(tx, client.agencyId, id))!
    await recordActivity(tx, call, {
      action,
      target: { kind: 'organization', id, name: body.organizationName },
      to: { updated_at: organization.updated_at },
    })
    return organization
  })
  const message = isNew ? 'Data has been added successfully' : 'Data has been updated successfully'
  return { result: 'success', message, data }
}

/** Two external campaigns with the same name could not be told apart in a selection. */
function assertNoDuplicates({ campaigns }: Body): void {
  const names = new Set<string>()
  const ids = new Set<string>()
  for (const [index, { campaignName, externalCampaignId }] of campaigns.entries()) {
    if (names.has(campaignName.toLowerCase()))
      throw invalid(`campaigns.${index}.campaignName`, 'This name is already in the list.')
    if (ids.has(externalCampaignId))
      throw invalid(`campaigns.${index}.externalCampaignId`, 'This campaign is already in the list.')
    names.add(campaignName.toLowerCase())
    if (externalCampaignId !== '') ids.add(externalCampaignId)
  }
}

async function assertNameIsFree(tx: Tx, { agencyId, clientId }: ClientPath, id: string, name: string): Promise<void> {
  const { rowCount } = await tx.query(
    `select from marketing_organization where agency_id = $1 and client_id = $2 and lower(name) = lower($3) and id <> $4`,
    [agencyId, clientId, name, id],
  )
  if (rowCount) throw invalid('organizationName', 'This client already has an organization with this name.')
}

async function insert(tx: Tx, call: SignedInCall, client: ClientPath, id: string, body: Body): Promise<void> {
  await tx.query(
    `insert into marketing_organization (agency_id, id, root_id, client_id, name, external_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [
      client.agencyId,
      id,
      client.rootId,
      client.clientId,
      body.organizationName,
      body.externalId,
      dateOf(call.platform.clock.now()),
    ],
  )
}

async function change(tx: Tx, call: SignedInCall, client: ClientPath, id: string, body: Body): Promise<void> {
  const versions = await tx.query<{ updatedAt: Date }>(
    `select updated_at as "updatedAt" from marketing_organization
      where agency_id = $1 and id = $2 and client_id = $3 for update`,
    [client.agencyId, id, client.clientId],
  )
  const was = versions.rows[0]
  if (!was) throw notFound()
  const at = await timeOfChange(tx, call, { ...client, id, ...was, readAt: body.updated_at })
  await tx.query(
    'update marketing_organization set name = $3, external_id = $4, updated_at = $5 where agency_id = $1 and id = $2',
    [client.agencyId, id, body.organizationName, body.externalId, at],
  )
}

/** Updates the external campaigns to the list sent. One that campaigns here are linked to cannot be removed. */
async function saveOutside(
  tx: Tx,
  call: SignedInCall,
  client: ClientPath,
  id: string,
  { campaigns }: Body,
): Promise<void> {
  const { rows } = await tx.query<{ id: string; name: string; isUsed: boolean }>(
    `select c.id, c.name, exists (select from campaign used where used.agency_id = c.agency_id
       and used.marketing_organization_id = c.organization_id and used.marketing_campaign_id = c.id
       and used.removed_at is null) as "isUsed"
     from marketing_campaign c where c.agency_id = $1 and c.organization_id = $2`,
    [client.agencyId, id],
  )
  const there = new Set(rows.map((row) => row.id))
  const sentIds = new Set(campaigns.map((one) => one.externalCampaignId))
  const unknownAt = campaigns.findIndex((one) => one.externalCampaignId !== '' && !there.has(one.externalCampaignId))
  if (unknownAt >= 0) throw invalid(`campaigns.${unknownAt}.externalCampaignId`, sentences.noSuchExternalCampaign)
  const leftovers = rows.filter((row) => !sentIds.has(row.id))
  const inUse = leftovers.filter(({ isUsed }) => isUsed)
  if (inUse.length > 0)
    throw new Failure('conflict', {
      field: 'campaigns',
      message: `Campaigns are still linked to ${inUse.map(({ name }) => name).join(', ')}. Unlink them first.`,
    })
  const goneIds = leftovers.map((row) => row.id)
  await unlinkRemoved(tx, 'marketing_campaign_id = any ($2)', [client.agencyId, goneIds])
  await tx.query('delete from marketing_campaign where agency_id = $1 and id = any ($2)', [client.agencyId, goneIds])
  // Names are freed first, so that two may swap theirs.
  await tx.query('update marketing_campaign set name = id::text where agency_id = $1 and organization_id = $2', [
    client.agencyId,
    id,
  ])
  const now_ms = call.platform.clock.now()
  await tx.query(
    `insert into marketing_campaign (agency_id, id, root_id, client_id, organization_id, name, external_id)
     select $1, given.id, $2, $3, $4, given.name, given.external_id
       from unnest($5::uuid[], $6::text[], $7::text[]) as given (id, name, external_id)
     on conflict (agency_id, id) do update set name = excluded.name, external_id = excluded.external_id`,
    [
      client.agencyId,
      client.rootId,
      client.clientId,
      id,
      campaigns.map((one) => one.externalCampaignId || newId(now_ms)),
      campaigns.map((one) => one.campaignName),
      campaigns.map((one) => one.externalId),
    ],
  )
}

/** Campaigns removed here are never shown again, so their links are cleared. */
const unlinkRemoved = (tx: Tx, condition: string, values: unknown[]): Promise<unknown> =>
  tx.query(
    `update campaign set marketing_campaign_id = null, marketing_organization_id = null
      where agency_id = $1 and ${condition} and removed_at is not null`,
    values,
  )

/** Removes an organization that no campaign is linked to any more. */
export const handleRemoveOrganization: Handler<typeof removeOrganization> = async ({ params }, call) => {
  assertMayChange(call.caller)
  const { agencyId, clientId } = call.object!
  await call.inScope(async (tx) => {
    // Saving an audience locks the client, too, so no audience can start using the organization meanwhile.
    await tx.query('select from company where id = $1 for no key update', [clientId])
    await tx.query('select from marketing_organization where agency_id = $1 and id = $2 for update', [
      agencyId,
      params.id,
    ])
    const organization = await readOrganization(tx, agencyId!, params.id)
    if (!organization) throw notFound()
    if (organization.uses > 0)
      throw new Failure('conflict', {
        message: `Campaigns are still linked to it: ${organization.uses}. Unlink them first.`,
      })
    const audiences = await tx.query(
      'select from audience where agency_id = $1 and client_id = $2 and position($3 in definition::text) > 0 limit 1',
      [agencyId, organization.companyId, params.id],
    )
    if (audiences.rowCount) throw new Failure('conflict', { message: 'An audience uses it. Remove it there first.' })
    await unlinkRemoved(tx, 'marketing_organization_id = $2', [agencyId, params.id])
    await tx.query('delete from marketing_organization where agency_id = $1 and id = $2', [agencyId, params.id])
    await recordActivity(tx, call, {
      action: 'campaign.organizationRemoved',
      target: { kind: 'organization', id: params.id, name: organization.organizationName },
    })
  })
  return { result: 'success', message: 'Deleted!' }
}
