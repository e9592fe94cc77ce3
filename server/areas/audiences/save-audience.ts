import { maxAudiences, type removeAudience, type saveAudience } from '#contract/audiences/audiences.ts'
import type { Condition, Definition } from '#contract/audiences/definition.ts'
import { sentences } from '#contract/core/sentences.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { readAudience } from './list-audiences.ts'
import { assertMayChange, clientToChange, lockClientRows, type ClientPath } from './may-change.ts'
import { timeOfChange } from './time-of-change.ts'

type Body = Input<typeof saveAudience>['body']

/** Adds or changes an audience. */
export const handleSaveAudience: Handler<typeof saveAudience> = async ({ body }, call) => {
  const client = clientToChange(call)
  const isNew = body.audience_id === ''
  const data = await call.inScope(async (tx) => {
    await lockClientRows(tx, client)
    const id = isNew ? newId(call.platform.clock.now()) : body.audience_id
    await assertNameIsFree(tx, client, id, body.audience_name)
    await assertOwn(tx, client, body.definition)
    await (isNew ? insert(tx, call, client, id, body) : change(tx, call, client, id, body))
    const audience = (await readAudience(tx, call, client.agencyId, id))!
    await recordActivity(tx, call, {
      action: isNew ? 'campaign.audienceAdded' : 'campaign.audienceChanged',
      target: { kind: 'audience', id, name: body.audience_name },
      to: { updated_at: audience.updated_at },
    })
    return audience
  })
  const message = isNew ? 'Data has been added successfully' : 'Data has been updated successfully'
  return { result: 'success', message, data }
}

async function assertNameIsFree(tx: Tx, { agencyId, clientId }: ClientPath, id: string, name: string): Promise<void> {
  const { rowCount } = await tx.query(
    'select from audience where agency_id = $1 and client_id = $2 and lower(name) = lower($3) and id <> $4',
    [agencyId, clientId, name, id],
  )
  if (rowCount) throw invalid('audience_name', 'This client already has an audience with this name.')
}

/** Objects that belong to another client look absent. */
async function assertOwn(tx: Tx, { agencyId, clientId }: ClientPath, definition: Definition): Promise<void> {
  for (const side of ['include', 'exclude'] as const)
    for (const [at, condition] of definition[side].conditions.entries()) {
      const reference = nameOf(condition)
      if (reference === null) continue
      const { rowCount } = await tx.query(reference.sql, [agencyId, clientId, reference.id])
      if (!rowCount) throw invalid(`definition.${side}.conditions.${at}.${reference.field}`, reference.message)
    }
}

/** What a condition refers to among the client's objects, if anything. */
function nameOf(condition: Condition): { id: string; field: string; sql: string; message: string } | null {
  if (condition.kind === 'lead' && condition.organization_id !== '')
    return {
      id: condition.organization_id,
      field: 'organization_id',
      sql: 'select from marketing_organization where agency_id = $1 and client_id = $2 and id = $3',
      message: sentences.noSuchOrganization,
    }
  return condition.kind === 'listed'
    ? {
        id: condition.list_id,
        field: 'list_id',
        sql: 'select from audience_list where agency_id = $1 and client_id = $2 and id = $3',
        message: sentences.noSuchList,
      }
    : null
}

async function insert(tx: Tx, call: SignedInCall, client: ClientPath, id: string, body: Body): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::integer as count from audience where agency_id = $1 and client_id = $2',
    [client.agencyId, client.clientId],
  )
  if (rows[0]!.count >= maxAudiences)
    throw invalid('audience_name', `A client has at most ${maxAudiences} audiences. Remove one first.`)
  await tx.query(
    `insert into audience (agency_id, id, root_id, client_id, name, definition, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [
      client.agencyId,
      id,
      client.rootId,
      client.clientId,
      body.audience_name,
      body.definition,
      dateOf(call.platform.clock.now()),
    ],
  )
}

async function change(tx: Tx, call: SignedInCall, client: ClientPath, id: string, body: Body): Promise<void> {
  const versions = await tx.query<{ updatedAt: Date }>(
    'select updated_at as "updatedAt" from audience where agency_id = $1 and id = $2 and client_id = $3 for update',
    [client.agencyId, id, client.clientId],
  )
  const was = versions.rows[0]
  if (!was) throw notFound()
  const at = await timeOfChange(tx, call, { ...client, id, ...was, readAt: body.updated_at })
  await tx.query('update audience set name = $3, definition = $4, updated_at = $5 where agency_id = $1 and id = $2', [
    client.agencyId,
    id,
    body.audience_name,
    body.definition,
    at,
  ])
}

/** Removes an audience that no campaign uses any more. Removed campaigns do not count. */
export const handleRemoveAudience: Handler<typeof removeAudience> = async ({ params }, call) => {
  assertMayChange(call.caller)
  const agencyId = call.object!.agencyId!
  await call.inScope(async (tx) => {
    await tx.query('select from audience where agency_id = $1 and id = $2 for update', [agencyId, params.id])
    const audience = await readAudience(tx, call, agencyId, params.id)
    if (!audience) throw notFound()
    if (audience.uses.length > 0)
      throw new Failure('conflict', {
        message: `Campaigns still use it: ${audience.uses.length}. Remove it from them first.`,
      })
    await tx.query('delete from audience where agency_id = $1 and id = $2', [agencyId, params.id])
    await recordActivity(tx, call, {
      action: 'campaign.audienceRemoved',
      target: { kind: 'audience', id: params.id, name: audience.audience_name },
    })
  })
  return { result: 'success', message: 'Deleted!' }
}
