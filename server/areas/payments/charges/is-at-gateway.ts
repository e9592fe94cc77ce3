import type { Tx } from '#server/platform/database/tx.ts'

/** Whether a charge of a client, or of anyone in an agency, is being processed or has an unknown outcome. */
export async function isAtGateway(tx: Tx, agencyId: string, clientId: string | null): Promise<boolean> {
  const { rows } = await tx.query(
    `select from charge
      where agency_id = $1 and ($2::uuid is null or client_id = $2) and status in ('sent', 'unknown') limit 1`,
    [agencyId, clientId],
  )
  return rows.length > 0
}
