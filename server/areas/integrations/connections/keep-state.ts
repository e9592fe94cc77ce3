import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Keeps what a connector has made for a destination, such as its sheet, before anything is done with it. Null forgets a part. */
export async function keepState(
  platform: Platform,
  { rootId, agencyId, destinationId }: { rootId: string; agencyId: string; destinationId: string },
  state: Readonly<Record<string, unknown>>,
): Promise<void> {
  await inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    tx.query('update destination set state = jsonb_strip_nulls(state || $3) where agency_id = $1 and id = $2', [
      agencyId,
      destinationId,
      JSON.stringify(state),
    ]),
  )
}

/** Who gets the reports of the campaign that a destination belongs to. */
export async function readRecipients(
  platform: Platform,
  { rootId, agencyId, destinationId }: { rootId: string; agencyId: string; destinationId: string },
): Promise<readonly string[]> {
  const { rows } = await inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    tx.query<{ recipients: string[] }>(
      `select mail.recipients from destination
       join destination mail on mail.agency_id = destination.agency_id and mail.campaign_id = destination.campaign_id
                            and mail.kind = 'email' and mail.removed_at is null
       where destination.agency_id = $1 and destination.id = $2`,
      [agencyId, destinationId],
    ),
  )
  return rows[0]?.recipients ?? []
}
