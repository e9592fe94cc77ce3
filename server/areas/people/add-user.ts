import type { UserKind } from '#contract/people/user-kind.ts'
import type { Language } from '#contract/core/language.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { updateMainUser } from '#server/areas/tenants/update-main-user.ts'
import { claimAddress } from './claim-address.ts'

export interface NewUser {
  id: string
  companyId: string
  rootId: string
  agencyId: string | null
  clientId: string | null
  kind: UserKind
  name: string
  /** Lower case. */
  email: string
  /** From `hashPassword`; null for somebody who is invited to set a password. */
  passwordHash: string | null
  /** Somebody else set the password; the first sign-in asks for a new one. */
  isGivenPassword?: boolean
  /** Flags like `campaign.create`; only some kinds of caller are checked for them. */
  permissions?: Readonly<Record<string, boolean>>
  roleId?: string | null
  /** The person's own permissions replace the role's. */
  permissionActive?: boolean
  /** Milliseconds; set until the person accepts. */
  invitedUntil_ms?: number
  /** The person's browser language if known (`languageOf`); otherwise the first sign-in sets it. */
  language?: Language
}

/**
 * Adds a person to a company. Returns whether they got the address to sign in with: an address has one account under a
 * root, and the caller is not told of accounts elsewhere.
 */
export async function addUser(tx: Tx, now_ms: number, user: NewUser): Promise<boolean> {
  const at = dateOf(now_ms)
  await tx.query(
    `insert into app_user (id, company_id, root_id, agency_id, client_id, kind, full_name, email, permissions, created_at,
       role_id, permission_active, invited_until, language)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      user.id,
      user.companyId,
      user.rootId,
      user.agencyId,
      user.clientId,
      user.kind,
      user.name,
      user.email,
      JSON.stringify(user.permissions ?? {}),
      at,
      user.roleId ?? null,
      user.permissionActive ?? false,
      user.invitedUntil_ms === undefined ? null : dateOf(user.invitedUntil_ms),
      user.language ?? null,
    ],
  )
  await updateMainUser(tx, user.id)
  return claimAddress(tx, {
    userId: user.id,
    rootId: user.rootId,
    email: user.email,
    passwordHash: user.passwordHash,
    isGivenPassword: user.isGivenPassword ?? false,
    at,
    until: user.invitedUntil_ms === undefined ? null : dateOf(user.invitedUntil_ms),
  })
}
