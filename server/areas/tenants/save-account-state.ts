import type { Tx } from '#server/platform/database/tx.ts'

/** The state of an agency's account at its gateway. Null in each field: there is no account. */
export interface AccountState {
  state: string | null
  chargesEnabled: boolean | null
  payoutsEnabled: boolean | null
  requirements: readonly string[]
}

/** Stores it on the agency's row, where its people's sessions read it (R099). */
export async function saveAccountState(tx: Tx, agencyId: string, account: AccountState): Promise<void> {
  await tx.query(
    `update company set account_connected = $2, charges_enabled = $3, payouts_enabled = $4, account_requirements = $5
      where id = $1`,
    [agencyId, account.state, account.chargesEnabled, account.payoutsEnabled, account.requirements],
  )
}
