import type { StopReason } from '#contract/mails/stopped-addresses.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { MailOwner } from '../mail-queue.ts'
import { recipientOf } from '../preferences/read-mail-recipient.ts'

/** Those of a mail's addresses that a mail server refused for good, so that the company no longer writes to them. */
export async function findStopped(
  { appPool }: Pick<Platform, 'appPool'>,
  { rootId, agencyId }: MailOwner,
  addresses: readonly string[],
): Promise<string[]> {
  const { rows } = await inScope(
    appPool,
    { kind: 'root', rootId },
    (tx) =>
      tx.query<{ id: string }>(
        `select recipient_id as id from stopped_address
          where agency_id = $1 and recipient_id = any($2::uuid[]) and reason = 'refused'`,
        [agencyId ?? rootId, addresses.map(recipientOf)],
      ),
    { readOnly: true },
  )
  const ids = new Set(rows.map(({ id }) => id))
  return addresses.filter((address) => ids.has(recipientOf(address)))
}

/** A mail server said that these mailboxes don't exist. */
export const stopRefused = (platform: Platform, owner: MailOwner, addresses: readonly string[]): Promise<void> =>
  inScope(platform.appPool, { kind: 'root', rootId: owner.rootId }, async (tx) => {
    for (const address of addresses) await noteStopped(tx, platform, owner, address, 'refused')
  })

/** Repeatable. In the operator's scope, which sees whose address it is. */
export async function noteStopped(
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  { rootId, agencyId, clientId = null }: MailOwner,
  address: string,
  reason: StopReason,
): Promise<void> {
  const { rows: people } = await tx.query<{ companyId: string; agencyId: string | null; clientId: string | null }>(
    `select company_id as "companyId", agency_id as "agencyId", client_id as "clientId" from app_user
      where root_id = $1 and email = $2 and removed_at is null order by created_at limit 1`,
    [rootId, address],
  )
  const [person] = people
  const isOwnClients = person !== undefined && person.agencyId === agencyId
  const ofClientId = isOwnClients ? person.clientId : person === undefined ? clientId : null
  // The operator's lines are by agency, an agency's by client.
  const ofCompanyId = agencyId === null ? (person?.agencyId ?? rootId) : (ofClientId ?? agencyId)
  await tx.query(
    `insert into stopped_address (agency_id, recipient_id, reason, root_id, client_id, company_id, address, stopped_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [
      agencyId ?? rootId,
      recipientOf(address),
      reason,
      rootId,
      ofClientId,
      ofCompanyId,
      address.toLowerCase(),
      dateOf(platform.clock.now()),
    ],
  )
}
