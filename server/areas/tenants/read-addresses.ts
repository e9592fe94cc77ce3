import type { Tx } from '#server/platform/database/tx.ts'

/** Where to write when a client's business needs somebody to act: its own people and its agency's, as far as they get notices. */
export async function readAddresses(tx: Tx, agencyId: string, clientId: string): Promise<string[]> {
  const { rows } = await tx.query<{ email: string }>(
    `select email from app_user
     where agency_id = $1 and status = 'active'
       and gets_notices and (client_id = $2 or client_id is null)
     order by client_id is null, created_at, id limit 20`,
    [agencyId, clientId],
  )
  return rows.map(({ email }) => email)
}
