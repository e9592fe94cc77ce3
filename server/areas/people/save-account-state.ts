import type { Tx } from '#server/platform/database/tx.ts'

/** Stores the state of a salesperson's gateway account, where their sessions read it. Null: there is none. */
export async function savePersonsAccountState(tx: Tx, userId: string, state: string | null): Promise<void> {
  await tx.query('update app_user set account_connected = $2 where id = $1', [userId, state])
}
