import {
  maxGroups,
  type CompanyGroup,
  type listCompanyGroups,
  type placeInGroup,
  type removeCompanyGroup,
  type saveCompanyGroup,
} from '#contract/companies/groups.ts'
import { sentences } from '#contract/core/sentences.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { countGroups } from '#server/areas/tenants/count-groups.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { countMove } from './update-group-size.ts'

interface GroupLine {
  id: string
  name: string
  clients: number
}

/** A company's groups, few enough for one page. */
export const handleListGroups: Handler<typeof listCompanyGroups> = async ({ query }, call) => {
  const rows = await call.readOnce<GroupLine>({
    text: 'select id, name, clients from company_group where company_id = $1 order by lower(name), id',
    values: [query.companyId],
  })
  return { result: 'success', data: rows.map((line) => presentGroup(line, query.companyId)) }
}

const presentGroup = ({ id, name, clients }: GroupLine, companyId: string): CompanyGroup => ({
  groupId: id,
  groupName: name,
  companyId,
  moduleId: 'LeadsPeek',
  clients,
})

/** Adds or renames a group. Saves of one agency are serialized, so that the limit and unique names hold. */
export const handleSaveGroup: Handler<typeof saveCompanyGroup> = async ({ body }, call) => {
  const { agencyId, clientId } = call.object!
  if (agencyId === null || clientId !== null) throw invalid('companyId', 'Only agencies order their clients in groups.')
  const isNew = body.groupId === ''
  const line = await call.inScope(async (tx) => {
    await assertNameIsFree(tx, agencyId, body.groupId, body.groupName)
    return isNew ? addGroup(tx, call, agencyId, body.groupName) : renameGroup(tx, call, agencyId, body)
  })
  return {
    result: 'success',
    message: isNew ? 'Data has been added successfully' : 'Data has been updated successfully',
    data: presentGroup(line, agencyId),
  }
}

/** Locks the agency until the save is done. Throws `invalid` if another of its groups has this name. */
async function assertNameIsFree(tx: Tx, agencyId: string, groupId: string, name: string): Promise<void> {
  const [, { rowCount }] = await tx.together(() => [
    tx.prepared('lock-company', 'select from company where id = $1 for no key update', [agencyId]),
    tx.prepared(
      'group-named',
      'select from company_group where company_id = $1 and lower(name) = lower($2) and id::text <> $3',
      [agencyId, name, groupId],
    ),
  ])
  if (rowCount) throw invalid('groupName', 'A group with this name already exists.')
}

async function addGroup(tx: Tx, call: SignedInCall, agencyId: string, name: string): Promise<GroupLine> {
  if ((await countGroups(tx, agencyId)) >= maxGroups)
    throw new Failure('conflict', { message: `There can be at most ${maxGroups} groups. Remove one first.` })
  const now_ms = call.platform.clock.now()
  const id = newId(now_ms)
  await tx.query(
    `insert into company_group (id, company_id, root_id, agency_id, name, created_at) values ($1, $2, $3, $2, $4, $5)`,
    [id, agencyId, call.object!.rootId, name, dateOf(now_ms)],
  )
  await recordActivity(tx, call, { action: 'company.groupAdded', target: { kind: 'group', id, name } })
  return { id, name, clients: 0 }
}

/** Returns the former name. Exported for benchmarks. */
export const renameText = `
  with was as (select id, name, clients from company_group where id = $1 and company_id = $2 for update)
  update company_group set name = $3 from was where company_group.id = was.id returning was.name, was.clients`

async function renameGroup(
  tx: Tx,
  call: SignedInCall,
  agencyId: string,
  { groupId: id, groupName: name }: { groupId: string; groupName: string },
): Promise<GroupLine> {
  const groups = await tx.prepared<{ name: string; clients: number }>('rename-group', renameText, [id, agencyId, name])
  const was = groups.rows[0]
  if (!was) throw notFound()
  await recordActivity(tx, call, {
    action: 'company.groupRenamed',
    target: { kind: 'group', id, name },
    from: { name: was.name },
    to: { name },
  })
  return { id, name, clients: was.clients }
}

/** Removes a group; its clients are then in none. */
export const handleRemoveGroup: Handler<typeof removeCompanyGroup> = async ({ params }, call) => {
  await call.inScope(async (tx) => {
    // Locked, so that nobody adds another client to it.
    await tx.query('select from company_group where id = $1 for update', [params.id])
    await tx.query('update company set company_group_id = null where company_group_id = $1', [params.id])
    const text = 'delete from company_group where id = $1 returning name'
    const group = (await tx.query<{ name: string }>(text, [params.id])).rows[0]
    if (!group) throw notFound()
    await recordActivity(tx, call, {
      action: 'company.groupRemoved',
      target: { kind: 'group', id: params.id, name: group.name },
    })
  })
  return { result: 'success', message: 'Deleted!' }
}

/** Moves a client to a group of its own agency, or to none. */
export const handlePlaceInGroup: Handler<typeof placeInGroup> = async ({ body }, call) => {
  const { agencyId, clientId } = call.object!
  if (clientId === null) throw invalid('companyId', sentences.clientsOnly)
  await call.inScope(async (tx) => {
    if (!(await addToGroup(tx, { agencyId: agencyId!, clientId }, body.groupId))) throw notFound()
  })
  return { result: 'success', message: 'Data has been updated successfully' }
}

/** Moves a client to a group, or with an empty id to none; false if its agency has no such group. */
export async function addToGroup(
  tx: Tx,
  { agencyId, clientId }: { agencyId: string; clientId: string },
  groupId: string,
): Promise<boolean> {
  if (groupId !== '') {
    // Locked, so that nobody removes it meanwhile.
    const text = 'select from company_group where id = $1 and company_id = $2 for share'
    if (!(await tx.query(text, [groupId, agencyId])).rowCount) return false
  }
  const { rows } = await tx.query<{ was: string | null; isThere: boolean }>(
    `select company_group_id as was, removed_at is null as "isThere" from company where id = $1 for no key update`,
    [clientId],
  )
  await tx.query('update company set company_group_id = $2 where id = $1', [clientId, groupId || null])
  const client = rows[0]
  if (client?.isThere) await countMove(tx, client.was, groupId || null)
  return true
}
