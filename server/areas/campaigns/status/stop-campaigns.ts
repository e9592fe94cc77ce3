import { publishEvents } from '#server/areas/integrations/publish-events.ts'
import { dateOf } from '#server/platform/clock.ts'
import { nextUpdatedAt } from '#server/platform/database/next-updated-at.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Stops all active campaigns of an agency and returns their ids, when the operator ends its billing (R196). Locks rows
 * in id order and the stored counts after them, as everywhere, to avoid deadlocks.
 */
export async function stopCampaigns(
  tx: Tx,
  now_ms: number,
  book: { rootId: string; agencyId: string },
): Promise<string[]> {
  const { agencyId } = book
  const { rows } = await tx.query<{ id: string; clientId: string }>(
    `with running as (
       select id from campaign where agency_id = $1 and status = 'active' and removed_at is null order by id for update
     ), stopped as (
       update campaign set status = 'stop', updated_at = ${nextUpdatedAt('$2', 'updated_at')}
        where agency_id = $1 and id in (select id from running) returning id, client_id
     ), counted as (
       update company_count set active_campaigns = active_campaigns - client.stopped
         from (select client_id, count(*)::integer as stopped from stopped group by client_id) client
        where company_id = client.client_id
     )
     select id, client_id as "clientId" from stopped order by id`,
    [agencyId, dateOf(now_ms)],
  )
  await publishEvents(
    tx,
    book,
    now_ms,
    'campaign.status_changed',
    rows.map(({ id, clientId }) => ({ clientId, data: { id, client_id: clientId, from: 'active', to: 'stop' } })),
  )
  return rows.map(({ id }) => id)
}
