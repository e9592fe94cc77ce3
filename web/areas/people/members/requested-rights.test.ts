import { expect, test } from 'vitest'
import { fullAccess, toOwnPermissions } from '#contract/people/roles.ts'
import { requestedRights } from './requested-rights.ts'

const full = toOwnPermissions({ all: true })

test('an agency’s form requests no Report Analytics, which full access is shown with', () => {
  expect(requestedRights('agency', { roleId: fullAccess, isOwn: false, own: full }).user_permissions).toBeUndefined()
  const rights = requestedRights('agency', { roleId: fullAccess, isOwn: true, own: full })
  expect(rights).toEqual({
    roleId: fullAccess,
    permission_active: true,
    user_permissions: { ...full, report_analytics: false },
  })
})

test('the operator’s form requests it with a role or with custom permissions', () => {
  for (const isOwn of [false, true])
    expect(requestedRights('root', { roleId: fullAccess, isOwn, own: full }).user_permissions).toEqual(full)
  const without = { ...full, report_analytics: false }
  expect(requestedRights('root', { roleId: fullAccess, isOwn: false, own: without }).user_permissions).toBeUndefined()
})
