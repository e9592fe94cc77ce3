import type { UserKind } from '#contract/access/user-kind.ts'
import type { Language } from '#contract/core/language.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'

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
  /** The password comes from somebody else; at the first sign-in one's own is chosen. */
  isGivenPassword?: boolean
  /** Flags as `campaign.create`; only some kinds are asked for them. */
  permissions?: Readonly<Record<string, boolean>>
  roleId?: string | null
  /** The own permissions count in place of the role's. */
  permissionActive?: boolean
  /** Milliseconds; while it is set the person has not accepted. */
  invitedUntil_ms?: number
  /** What the person's browser speaks, where it is known (`languageOf`); else the first sign-in tells. */
  language?: Language
}

/** Adds a person who can sign in to a company. */
export async function addUser(tx: Tx, now_ms: number, user: NewUser): Promise<void> {
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
  await tx.query(
    'insert into credential (user_id, root_id, email, password_hash, given, changed_at) values ($1, $2, $3, $4, $5, $6)',
    [user.id, user.rootId, user.email, user.passwordHash, user.isGivenPassword ?? false, at],
  )
}
