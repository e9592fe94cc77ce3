import type { Tx } from '#server/platform/database/tx.ts'

/** Accounts with an open balance while not zero: what was paid in advance first, then what is owed. */
const open = ['wallet', 'client_prepaid', 'client_receivable', 'agency_payable'] as const
export type OpenBalance = (typeof open)[number]

/**
 * The first kind of account in which a client or a whole agency has an open balance; null if there is none. Less than a cent can't be
 * paid or refunded and is ignored.
 */
export async function findOpenBalance(tx: Tx, agencyId: string, clientId: string | null): Promise<OpenBalance | null> {
  const { rows } = await tx.query<{ kind: OpenBalance }>(
    `select kind from ledger_account where agency_id = $1 and kind = any($2) and abs(balance_e4) >= 100
       and ($3::uuid is null or client_id = $3) order by array_position($2, kind) limit 1`,
    [agencyId, open, clientId],
  )
  return rows[0]?.kind ?? null
}
