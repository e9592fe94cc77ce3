import type { Tx } from '#server/platform/database/tx.ts'

/** Accounts with an open balance while not zero: what was paid in advance first, then what is owed. */
const open = ['wallet', 'client_prepaid', 'client_receivable', 'agency_payable'] as const
export interface OpenBalance {
  kind: (typeof open)[number]
  /** Above zero: what was paid in advance or credited, in contrast to a debt. */
  isCredit: boolean
}

/**
 * The first account in which a client or a whole agency has an open balance; null if there is none. Less than a cent can't be
 * paid or refunded and is ignored; so are the accounts of the clients in `leftOut`.
 */
export async function findOpenBalance(
  tx: Tx,
  agencyId: string,
  clientId: string | null,
  leftOut: readonly string[],
): Promise<OpenBalance | null> {
  const { rows } = await tx.query<OpenBalance>(
    `select kind, balance_e4 > 0 as "isCredit" from ledger_account where agency_id = $1 and kind = any($2) and abs(balance_e4) >= 100
       and ($3::uuid is null or client_id = $3) and (client_id is null or client_id <> all($4::uuid[])) order by array_position($2, kind) limit 1`,
    [agencyId, open, clientId, leftOut],
  )
  return rows[0] ?? null
}
