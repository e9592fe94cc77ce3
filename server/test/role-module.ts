import type { z } from 'zod'
import { spellingOf, toWire } from '#contract/core/plain.ts'
import { ownPermissions, saveRole, toOwnPermissions, toRoleModule } from '#contract/people/roles.ts'

type StoredFlags = Readonly<Record<string, boolean>>
type SavedRole = z.output<NonNullable<typeof saveRole.body>>
export type WireRoleModule = SavedRole['rolemodule']

/** Menu flags in the wire format. */
export const wireRoleModule = (flags: StoredFlags): WireRoleModule =>
  (toWire({ menus: toRoleModule(flags) }, spellingOf(saveRole.body)) as SavedRole).rolemodule

/** A person's own permissions in the wire format. */
export const wirePermissions = (flags: StoredFlags): z.output<typeof ownPermissions> =>
  toWire(toOwnPermissions(flags), spellingOf(ownPermissions)) as z.output<typeof ownPermissions>
