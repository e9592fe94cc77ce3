import { z } from 'zod'
import { managers, type Permission, type PermissionFlag, type PermissionMenu } from '../core/access.ts'
import { everyPermission, menuNames } from './menu-flags.ts'
import { id, idOrAll } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { shownMinimumSpend } from '../pricing/minimum-spend.ts'
import type { Plain } from '../core/wire-names.ts'
import { doneAnswer, doneWith, flag, formVersion, line } from '../core/wire.ts'

const flags = z.strictObject({ enable: flag, create: flag, update: flag, delete: flag })
const roleModule = z.strictObject({ AdsDesign: flags, Campaign: flags, LeadsPeek: flags, Settings: flags })
export type RoleModule = Plain<z.output<typeof roleModule>>

/** Menu flags as stored: only those that are set. */
export type MenuFlags = Partial<Record<Permission, boolean>>

export const fromRoleModule = (moduleFlags: RoleModule): MenuFlags =>
  Object.fromEntries(
    everyPermission
      .filter((permission) => {
        const [menu, one] = permission.split('.') as [PermissionMenu, PermissionFlag]
        return moduleFlags[menuNames[menu]][one]
      })
      .map((permission) => [permission, true]),
  )

/** Full access is shown as every flag. */
export function toRoleModule(permissions: Readonly<Record<string, boolean>>): RoleModule {
  const flagsOf = (menu: PermissionMenu): Record<PermissionFlag, boolean> => {
    const has = (one: PermissionFlag): boolean => permissions['all'] === true || permissions[`${menu}.${one}`] === true
    return { enable: has('enable'), create: has('create'), update: has('update'), delete: has('delete') }
  }
  return {
    AdsDesign: flagsOf('ads'),
    Campaign: flagsOf('campaign'),
    LeadsPeek: flagsOf('leads'),
    Settings: flagsOf('settings'),
  }
}

/** In place of a role's id: full access inside the own company (R144). */
export const fullAccess = 'F'
const roleId = z.union([z.literal(fullAccess), id])

/** As shown: empty for someone without a role who has permissions of their own. */
export const shownRoleId = z.union([z.literal(''), roleId])

/** A person's own permissions, which replace the role's while permission_active is T (R146). */
export const ownPermissions = z.strictObject({ ...roleModule.shape, report_analytics: flag.default('F') })
export type OwnPermissions = Plain<z.output<typeof ownPermissions>>

/** Full access is shown as every flag. */
export const toOwnPermissions = (permissions: Readonly<Record<string, boolean>>): OwnPermissions => ({
  ...toRoleModule(permissions),
  report_analytics: permissions['all'] === true || permissions['report_analytics'] === true,
})

/** The effective role fields of a person, for lists and user data: the three agree (R144, R146). */
export function shownRole(person: {
  roleId: string | null
  permissionActive: boolean
  permissions: Readonly<Record<string, boolean>>
}): { role_id: string; permission_active: boolean; user_permissions: OwnPermissions } {
  const { roleId, permissions } = person
  const hasNone = roleId === null && permissions['all'] !== true
  return {
    role_id: roleId ?? (hasNone ? '' : fullAccess),
    permission_active: person.permissionActive || hasNone,
    user_permissions: toOwnPermissions(permissions),
  }
}

const role = z.object({
  roleID: id,
  roleName: z.string(),
  roleIcon: z.string().nullable(),
  rolemodule: roleModule,
  /** How many people have the role. */
  members: z.int(),
  version: formVersion,
})
export type Role = Plain<z.output<typeof role>>

export const listRoles = operation({
  id: 'C030',
  name: 'listRoles',
  area: 'people',
  method: 'GET',
  path: '/configuration/role-module/{type}/{companyID}/{roleID}/{usrID}',
  summary: 'Lists a company’s roles, or one of them, with their permissions; with a user given, also that user’s role.',
  params: z.strictObject({
    type: z.enum(['', 'all', 'getrolemodule']).default('getrolemodule'),
    companyID: id,
    /** `F`, which the user data shows for full access, is no stored role: all are listed, as without one. */
    roleID: z.union([z.literal(fullAccess), idOrAll]).default('all'),
    usrID: idOrAll.default('all'),
  }),
  /** The documents also name `type` this way (D1§7.2 L231). */
  query: z.strictObject({ getType: z.literal('getrolemodule').optional() }),
  answer: z.object({
    result: z.literal('success'),
    data: z.array(role),
    /** R150. */
    minspend_setting: shownMinimumSpend,
    user: z.object({ id, roleID: shownRoleId, permission_active: flag, user_permissions: ownPermissions }).optional(),
  }),
  access: managers('settings.enable'),
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const saveRole = operation({
  id: 'C031',
  name: 'saveRole',
  area: 'people',
  method: 'PUT',
  path: '/configuration/role-module/addupdate',
  summary:
    'Creates a role (`settings.create`) or updates one (`settings.update`). No one can grant more than they have.',
  body: z.strictObject({
    companyID: id,
    /** Empty for a new role. */
    roleID: z.union([z.literal(''), id]).default(''),
    roleName: line(100),
    /** Empty: none for a new role, and as it is for another. */
    roleIcon: z.union([z.literal(''), line(50)]).nullish(),
    rolemodule: roleModule,
    version: formVersion.optional(),
  }),
  answer: doneWith(z.object({ roleID: id })),
  errors: ['conflict'],
  access: managers('settings.enable'),
  object: { kind: 'company', in: 'body', key: 'companyID' },
})

export const removeRole = operation({
  id: 'C032',
  name: 'removeRole',
  area: 'people',
  method: 'DELETE',
  path: '/configuration/role-module/remove/{companyID}/{roleID}',
  summary: 'Removes a role that is assigned to no one.',
  params: z.strictObject({ companyID: id, roleID: id }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: managers('settings.delete'),
  object: { kind: 'role', in: 'params', key: 'roleID' },
})
