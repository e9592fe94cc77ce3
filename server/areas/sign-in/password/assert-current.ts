import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'

/**
 * Locks a credential until the end of the transaction, and throws `wrong_credentials` if the password has changed since it was
 * checked. A later change waits, then finds what this transaction created and ends it.
 */
export async function assertCurrentPassword(tx: Tx, userId: string, version: number): Promise<void> {
  const { rows } = await tx.query<{ version: number }>('select version from credential where user_id = $1 for share', [
    userId,
  ])
  if (rows[0]?.version !== version) throw new Failure('wrong_credentials')
}
