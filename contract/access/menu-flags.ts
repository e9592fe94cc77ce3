import { permissionFlags, permissionMenus, type Permission, type PermissionMenu } from '../core/access.ts'
import type { OwnPermissions } from './roles.ts'

// Apart from the roles' schemas, so that the frame of every page loads none.

/** The menus as the specification names them (R143). */
export const menuNames = {
  ads: 'AdsDesign',
  campaign: 'Campaign',
  leads: 'LeadsPeek',
  settings: 'Settings',
} as const satisfies Record<PermissionMenu, string>

export const everyPermission: readonly Permission[] = permissionMenus.flatMap((menu) =>
  permissionFlags.map((one) => `${menu}.${one}` as const),
)

/** Permissions from the wire as guards ask for them. */
export function fromOwnPermissions(wire: OwnPermissions): Record<string, boolean> {
  const flags = permissionMenus.flatMap((menu) =>
    permissionFlags.map((one) => [`${menu}.${one}`, wire[menuNames[menu]][one] === 'T'] as const),
  )
  return { ...Object.fromEntries(flags), report_analytics: wire.report_analytics === 'T' }
}
