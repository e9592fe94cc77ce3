import type {
  DeveloperDelivery,
  listDeveloperDeliveries as operation,
} from '#contract/integrations/developer-deliveries.ts'
import { dateOf } from '#server/platform/clock.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import type { CursorPosition } from '#server/platform/http/cursor.ts'
import { developerPage, ownerOfList } from '#server/platform/http/developer-list.ts'
import { choosePage, deliveriesOf, type Row } from './list-deliveries.ts'

/** Deliveries for the developer API, newest first, paged like the product's own list. */
export const listDeveloperDeliveries: Handler<typeof operation> = async ({ query }, call) => {
  const owner = ownerOfList(call)
  const { campaign_id, lead_id, status = 'all' } = query
  if (campaign_id !== undefined) {
    const campaigns = await call.readOnce({
      text: 'select 1 from campaign where agency_id = $1 and id = $2 and ($3::uuid is null or client_id = $3)',
      values: [owner.agencyId, campaign_id, owner.clientId],
    })
    if (campaigns.length === 0) throw notFound()
  }
  const now = dateOf(call.platform.clock.now())
  return developerPage<Row & CursorPosition, DeveloperDelivery>(
    call,
    'deliveries',
    query,
    async (after, limit) => {
      const page = choosePage(
        { ...owner, groupId: null },
        { perPage: limit - 1, before: after?.id, status, campaign: campaign_id ?? 'all', lead: lead_id ?? 'all' },
        now,
      )
      const rows = await call.readOnce<Row>({ text: deliveriesOf(page.text), values: page.values })
      return rows.map((row) => ({ ...row, at: row.created_at }))
    },
    present,
  )
}

const present = (row: Row): DeveloperDelivery => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  client_id: row.client_id,
  campaign_id: row.campaign_id,
  lead_id: row.lead_id,
  destination_id: row.destination_id,
  kind: row.kind,
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: row.sending ? null : (row.next_attempt_at?.toISOString() ?? null),
  delivered_at: row.delivered_at?.toISOString() ?? null,
  cause: row.last_error_code,
})
