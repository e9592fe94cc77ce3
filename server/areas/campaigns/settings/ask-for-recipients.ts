import type { Tx } from '#server/platform/database/tx.ts'
import type { SignedInCall } from '#server/platform/call.ts'

/** Addresses of nobody in the client's company or its agency, to which no campaign of the client mails leads yet. */
const strangers = `
  select from unnest($3::text[]) address
  where not exists (
      select from app_user where agency_id = $1 and (client_id = $2 or client_id is null) and lower(email) = address)
    and not exists (
      select from campaign where agency_id = $1 and client_id = $2 and address = any(report_recipients))`

/** Every lead is copied to its campaign's recipients. Throws `reauthenticate` unless identity was verified moments ago. */
export async function askForRecipients(
  tx: Tx,
  call: Pick<SignedInCall, 'requireRecentProof'>,
  client: { agencyId: string; clientId: string },
  recipients: readonly string[],
): Promise<void> {
  if (recipients.length === 0) return
  const { rowCount } = await tx.query(strangers, [client.agencyId, client.clientId, recipients])
  if (rowCount !== 0) await call.requireRecentProof(tx)
}
