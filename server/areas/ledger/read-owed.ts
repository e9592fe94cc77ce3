import type { Tx } from '#server/platform/database/tx.ts'

/**
 * What an agency (null) owes its operator, or clients owe their agency: everything booked and not paid, in 1/10,000 dollar.
 * Negative if they paid ahead or leads were credited since.
 */
export async function readExactlyOwed(
  tx: Tx,
  agencyId: string,
  clientIds: readonly (string | null)[],
): Promise<(clientId: string | null) => number> {
  const { rows } = await tx.prepared<{ clientId: string | null; balance_e4: number }>(
    'owed',
    `select a.client_id as "clientId", a.balance_e4
       from unnest($2::uuid[]) as payer (id)
       join ledger_account a on a.agency_id = $1 and coalesce(a.client_id, a.agency_id) = payer.id
        and a.kind = case when payer.id = $1 then 'agency_payable' else 'client_receivable' end`,
    [agencyId, clientIds.map((clientId) => clientId ?? agencyId)],
  )
  const balances = new Map(rows.map((row) => [row.clientId, row.balance_e4]))
  return (clientId) => -(balances.get(clientId) ?? 0)
}
