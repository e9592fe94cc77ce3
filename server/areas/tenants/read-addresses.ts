import type { Tx } from '#server/platform/database/tx.ts'

/** Where to write when a client's business needs somebody to act: its own people, and the owners of its agency. */
export async function readAddresses(tx: Tx, agencyId: string, clientId: string): Promise<string[]> {
  const { rows } = await tx.query<{ email: string }>(
    `select email from app_user
     where agency_id = $1 and status = 'active'
       and (client_id = $2 or (client_id is null and kind = 'agencyOwner'))
     order by client_id is null, created_at, id limit 20`,
    [agencyId, clientId],
  )
  return rows.map(({ email }) => email)
}
