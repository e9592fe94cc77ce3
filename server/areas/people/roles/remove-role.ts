import type { MenuFlags, removeRole } from '#contract/people/roles.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { assertNotAbove } from './may-give.ts'

/** Removes a role that nobody has: otherwise its people would be left with rights that nobody chose. */
export const handleRemoveRole: Handler<typeof removeRole> = async ({ params }, call) => {
  await call.inScope(async (tx) => {
    const roles = await tx.query<{ company_id: string; name: string; flags: MenuFlags }>(
      'select company_id, name, flags from role where id = $1 for update',
      [params.roleId],
    )
    if (!roles.rows[0]) throw notFound()
    if (roles.rows[0].company_id !== params.companyId) throw invalid('companyId', 'This role is another company’s.')
    // As with changes, only others can remove a role with more permissions than the caller's.
    assertNotAbove(call.caller.rights, roles.rows[0].flags, 'This role allows more than your own. Ask the owner.')
    const users = await tx.query('select 1 from app_user where role_id = $1 and removed_at is null limit 1', [
      params.roleId,
    ])
    if (users.rowCount !== 0) {
      throw new Failure('conflict', { message: 'This role is still in use. Assign another role first.' })
    }
    await tx.query('update app_user set role_id = null where role_id = $1', [params.roleId])
    await tx.query('delete from role where id = $1', [params.roleId])
    await recordActivity(tx, call, {
      action: 'team.roleRemoved',
      target: { kind: 'role', id: params.roleId, name: roles.rows[0].name },
    })
  })
  return { result: 'success', message: 'Deleted!' }
}
