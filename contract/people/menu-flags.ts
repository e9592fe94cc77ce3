import {
  permissionFlags,
  permissionMenus,
  type Permission,
  type PermissionFlag,
  type PermissionMenu,
} from '../core/access.ts'

// Separate from the roles' schemas, so that the frame of every page loads none of them.

/** The menus in the specification's spelling (R143). */
export const menuNames = {
  ads: 'AdsDesign',
  campaign: 'Campaign',
  leads: 'LeadsPeek',
  settings: 'Settings',
} as const satisfies Record<PermissionMenu, string>

export const everyPermission: readonly Permission[] = permissionMenus.flatMap((menu) =>
  permissionFlags.map((one) => `${menu}.${one}` as const),
)

type ShownPermissions = Record<(typeof menuNames)[PermissionMenu], Record<PermissionFlag, boolean>> & {
  report_analytics: boolean
}

/** Converts permissions from the calls' form to that of the guards. */
export function fromOwnPermissions(permissions: ShownPermissions): Record<string, boolean> {
  const flags = permissionMenus.flatMap((menu) =>
    permissionFlags.map((one) => [`${menu}.${one}`, permissions[menuNames[menu]][one]] as const),
  )
  return { ...Object.fromEntries(flags), report_analytics: permissions.report_analytics }
}
