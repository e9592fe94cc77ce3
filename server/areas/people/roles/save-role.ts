import { mayUse } from '#contract/guards/access-context.ts'
import { everyPermission } from '#contract/people/menu-flags.ts'
import { fromRoleModule, type MenuFlags, type saveRole } from '#contract/people/roles.ts'
import { assertFormUnchanged } from '#server/areas/activity/form-version.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied, invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { roleFields } from './list-roles.ts'
import { assertNotAbove, assertNotWider } from './may-give.ts'

/**
 * Adds or changes a role. An administrator's own role can only be changed by others: nobody extends their own rights, not even
 * by rights they already have.
 */
export const handleSaveRole: Handler<typeof saveRole> = async ({ body }, call) => {
  const { rights } = call.caller
  const isNew = body.roleId === ''
  if (!rights || !mayUse(rights, isNew ? 'settings.create' : 'settings.update')) throw accessDenied()
  assertNotWider(rights, fromRoleModule(body.menus), 'menus')
  const roleId = await call.inScope(async (tx) => {
    await assertNameIsFree(tx, body)
    if (isNew) return addRole(tx, body, call)
    await changeRole(tx, body, call)
    return body.roleId
  })
  return {
    result: 'success',
    message: isNew ? 'Data has been added successfully' : 'Data has been updated successfully',
    data: { roleId },
  }
}

type Body = Input<typeof saveRole>['body']

async function assertNameIsFree(tx: Tx, { companyId, roleId, roleName }: Body): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from role where company_id = $1 and lower(name) = lower($2)',
    [companyId, roleName],
  )
  if (rows.some(({ id }) => id !== roleId)) throw invalid('roleName', 'A role with this name already exists.')
}

async function addRole(tx: Tx, body: Body, call: SignedInCall): Promise<string> {
  const now_ms = call.platform.clock.now()
  const id = newId(now_ms)
  // The company is taken from the checked path, so that a row cannot name one company and belong to another.
  const { rootId, agencyId } = call.object!
  await tx.query(
    `insert into role (id, company_id, root_id, agency_id, name, icon, flags, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [id, agencyId ?? rootId, rootId, agencyId, body.roleName, body.roleIcon || null, flagsOf(body), dateOf(now_ms)],
  )
  await recordActivity(tx, call, {
    action: 'team.roleAdded',
    target: { kind: 'role', id, name: body.roleName },
    to: { flags: flagNames(fromRoleModule(body.menus)) },
  })
  return id
}

async function changeRole(tx: Tx, body: Body, call: SignedInCall): Promise<void> {
  const { platform, caller } = call
  const users = await tx.query<{ role_id: string | null }>('select role_id from app_user where id = $1', [
    caller.userId,
  ])
  if (users.rows[0]?.role_id === body.roleId) throw invalid('roleId', 'You can’t change your own role.')
  const before = await tx.query<{ name: string; flags: MenuFlags }>(
    'select name, flags from role where id = $1 and company_id = $2 for update',
    [body.roleId, body.companyId],
  )
  const was = before.rows[0]
  if (!was) throw notFound()
  // People with this role have more rights than the caller, and keep them.
  assertNotAbove(caller.rights, was.flags, 'This role allows more than your own. Ask the owner.')
  await assertFormUnchanged(tx, platform, body.version, {
    bookId: call.object!.agencyId ?? call.object!.rootId,
    targetId: body.roleId,
    actions: ['team.roleChanged'],
    fields: roleFields(was),
  })
  await tx.query(
    `update role set name = $3, icon = coalesce($4, icon), flags = $5, updated_at = $6 where id = $1 and company_id = $2`,
    [body.roleId, body.companyId, body.roleName, body.roleIcon || null, flagsOf(body), dateOf(platform.clock.now())],
  )
  await recordActivity(tx, call, {
    action: 'team.roleChanged',
    target: { kind: 'role', id: body.roleId, name: body.roleName },
    from: { name: was.name, flags: flagNames(was.flags) },
    to: { name: body.roleName, flags: flagNames(fromRoleModule(body.menus)) },
  })
}

const flagNames = (flags: MenuFlags): string => everyPermission.filter((each) => flags[each]).join(' ')

const flagsOf = (body: Body): string => JSON.stringify(fromRoleModule(body.menus))
