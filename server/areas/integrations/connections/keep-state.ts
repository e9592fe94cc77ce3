import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Stores what a connector created for a destination, such as its sheet, before using it. Null deletes a key. */
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

/** The report recipients of the destination's campaign. */
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
