import type { AnswerOf } from '#contract/core/operation.ts'
import type { sendTestLead as operation } from '#contract/leads/test-lead.ts'
import { limitTestLeads, type TestedCampaign } from '#server/areas/campaigns/settings/limit-test-leads.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { signal } from '#server/platform/signals.ts'
import { updateLeadCounts } from './update-lead-counts.ts'

/** A fictional person: a reserved email domain and a number that is never assigned. */
const nobody = {
  first_name: 'Test',
  last_name: 'Lead',
  email: 'test.lead@example.com',
  phone_e164: '+12025550100',
  street: '1 Test Street',
  city: 'Chicago',
  state: 'IL',
  zip: '60601',
}

/**
 * Creates a test lead and queues it for every destination of the campaign. It is free, doesn't count toward limits or totals,
 * and can be repeated after a minute. Runs in the agency's scope even for a client, because the agency's test count changes
 * too; therefore the campaign is first checked in the caller's own scope, where row-level security
 * applies.
 */
export async function sendTestLead(
  { body }: Input<typeof operation>,
  call: SignedInCall,
): Promise<AnswerOf<typeof operation>> {
  const book: Book = { rootId: call.object!.rootId, agencyId: call.object!.agencyId! }
  const now_ms = call.platform.clock.now()
  const leadId = newId(now_ms)
  await call.inScope((tx) => assertVisible(tx, book, body.campaignId))
  const destinations = await inScope(call.platform.appPool, { kind: 'agency', ...book }, async (tx) => {
    const campaign = await limitTestLeads(tx, book, body.campaignId, now_ms)
    await insertTestLead(tx, book, now_ms, leadId, campaign)
    await updateLeadCounts(tx, book, [tallyOf(campaign, now_ms)])
    await signal(tx, { kind: 'leads', ...book, clientIds: [campaign.clientId], count: 1 })
    const lead = { leadId, clientId: campaign.clientId, campaignId: campaign.id }
    return queueDeliveries(tx, book, now_ms, [lead], true)
  })
  const message =
    destinations === 0
      ? 'The test lead was made. The campaign has no destination that it could be sent to.'
      : `The test lead is on its way to ${destinations === 1 ? 'one destination' : `${destinations} destinations`}.`
  return { result: 'success', message, data: { id: leadId, destinations } }
}

/** Throws `not_found` for a campaign that the transaction's scope cannot see. */
async function assertVisible(tx: Tx, book: Book, campaignId: string): Promise<void> {
  const campaigns = await tx.query('select from campaign where agency_id = $1 and id = $2', [book.agencyId, campaignId])
  if (campaigns.rowCount === 0) throw notFound()
}

async function insertTestLead(
  tx: Tx,
  book: Book,
  now_ms: number,
  leadId: string,
  campaign: TestedCampaign,
): Promise<void> {
  const names = Object.keys(nobody)
  await tx.query(
    `insert into lead (agency_id, id, root_id, client_id, campaign_id, kind, created_at, page_url, wholesale_price_e4,
            retail_price_e4, ${names.join(', ')})
     values ($1, $2, $3, $4, $5, 'test', $6, $7, 0, 0, ${names.map((_name, at) => `$${at + 8}`).join(', ')})`,
    [
      book.agencyId,
      leadId,
      book.rootId,
      campaign.clientId,
      campaign.id,
      dateOf(now_ms),
      campaign.siteUrl,
      ...Object.values(nobody),
    ],
  )
}

const tallyOf = (campaign: TestedCampaign, now_ms: number) => ({
  clientId: campaign.clientId,
  campaignId: campaign.id,
  at_ms: now_ms,
  leads: 0,
  tests: 1,
  wholesale_e4: 0,
  retail_e4: 0,
})
