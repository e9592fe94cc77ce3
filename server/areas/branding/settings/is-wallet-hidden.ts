import type { Tx } from '#server/platform/database/tx.ts'

/** Whether the operator keeps the Data Wallet from an agency (R112). */
export async function isWalletHidden(tx: Pick<Tx, 'query'>, agencyId: string): Promise<boolean> {
  const { rows } = await tx.query<{ hidden: boolean }>(
    'select wallet_hidden as hidden from brand where company_id = $1',
    [agencyId],
  )
  return rows[0]?.hidden === true
}
