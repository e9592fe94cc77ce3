import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Target } from '../connectors/service.ts'

interface Ids {
  rootId: string
  agencyId: string
  destinationId: string
}

/** Stores what a connector created for a destination, such as its sheet, before using it. Null deletes a key. */
export async function saveState(
  platform: Platform,
  { rootId, agencyId, destinationId }: Ids,
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

type Sharing = Pick<Target, 'recipients' | 'recipientsEdit'>

export const sharedWithNobody: Sharing = { recipients: [], recipientsEdit: false }

/** The report recipients of the destination's campaign, and whether its client lets them edit (decision 191). */
export async function readSharing(platform: Platform, { rootId, agencyId, destinationId }: Ids): Promise<Sharing> {
  const { rows } = await inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    tx.query<Sharing>(
      `select mail.recipients, client.edits_sheets as "recipientsEdit" from destination
       join company client on client.id = destination.client_id
       join destination mail on mail.agency_id = destination.agency_id and mail.campaign_id = destination.campaign_id
                            and mail.kind = 'email' and mail.removed_at is null
       where destination.agency_id = $1 and destination.id = $2`,
      [agencyId, destinationId],
    ),
  )
  return rows[0] ?? sharedWithNobody
}

/** The report recipients alone. */
export const readRecipients = async (platform: Platform, ids: Ids): Promise<readonly string[]> =>
  (await readSharing(platform, ids)).recipients
