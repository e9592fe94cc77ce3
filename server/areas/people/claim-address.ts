import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'

/**
 * An address of somebody visible to the caller is refused at its field, since the caller knows it anyway. Accounts elsewhere
 * are not revealed; their owner gets a mail (OQ-34).
 */
export async function assertAddressUnseen(tx: Tx, email: string, field: string, exceptUserId?: string): Promise<void> {
  // Of several concurrent attempts to add the same person, the others see the first.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 126))', [email])
  const { rows } = await tx.query(
    'select from app_user where email = $1 and removed_at is null and id is distinct from $2::uuid limit 1',
    [email, exceptUserId ?? null],
  )
  if (rows.length > 0) throw invalid(field, 'An account with this email address already exists.')
}

/** Expired invitations no longer reserve an address. `at` is machine time, as for everything about sign-in. */
export async function releaseAddress(tx: Tx, rootId: string, email: string, at: Date): Promise<void> {
  await tx.query(
    'delete from credential where root_id = $1 and email = $2 and password_hash is null and reserved_until <= $3',
    [rootId, email, at],
  )
}

interface Claim {
  userId: string
  rootId: string
  /** Lower case. */
  email: string
  passwordHash: string | null
  isGivenPassword: boolean
  at: Date
  /** When the invitation expires and frees the address; null with a password. */
  until: Date | null
}

/** Claims the address a person signs in with, unless somebody else under this root has it. Returns whether that succeeded. */
export async function claimAddress(tx: Tx, claim: Claim): Promise<boolean> {
  const { userId, rootId, email, passwordHash, isGivenPassword, at, until } = claim
  await tx.query('delete from credential where user_id = $1 and password_hash is null', [userId])
  const { rowCount } = await tx.query(
    `insert into credential (user_id, root_id, email, password_hash, must_change_password, changed_at, reserved_until)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [userId, rootId, email, passwordHash, isGivenPassword, at, until],
  )
  return rowCount === 1
}
