import type { Tx } from '#server/platform/database/tx.ts'

/** Whether a client, or anybody of an agency, is asked for money right now, or was and nobody knows yet what became of it. */
export async function isAtGateway(tx: Tx, agencyId: string, clientId: string | null): Promise<boolean> {
  const { rows } = await tx.query(
    `select from charge
      where agency_id = $1 and ($2::uuid is null or client_id = $2) and status in ('sent', 'unknown') limit 1`,
    [agencyId, clientId],
  )
  return rows.length > 0
}
