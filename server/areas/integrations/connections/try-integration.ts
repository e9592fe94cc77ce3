import type { Cause } from '#contract/integrations/causes.ts'
import { writeSentLead } from '#contract/integrations/lead-event.ts'
import type { SentLead, Target } from '../connectors/service.ts'
import { ServiceFailed } from '../connectors/service.ts'
import { serviceOf } from '../connectors/services.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { CampaignPath } from '../deliveries/book.ts'
import { readNewestLead } from '../deliveries/build-bodies.ts'
import type { Connection } from './connection-row.ts'
import { openSession } from './open-session.ts'
import { patience_ms } from './save-integration.ts'
import type { IntegrationDetails } from '#contract/integrations/services.ts'

/** Somebody who does not exist, at an address that RFC 2606 keeps free. */
const exampleLead = (now_ms: number, campaign: { id: string; name: string }): SentLead =>
  writeSentLead({
    id: newId(now_ms),
    kind: 'test',
    created_at: new Date(now_ms).toISOString(),
    campaignId: campaign.id,
    campaignName: campaign.name,
    first_name: 'Taylor',
    last_name: 'Example',
    email: 'taylor@example.com',
    phone: '+15125550142',
    street: '1 Example Street',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
    page_url: 'https://www.example.com/',
    match_key: null,
    confidence: null,
  })

/** A test send makes nothing for the campaign that would outlive it. */
const nothingKept: Pick<Target, 'state' | 'keepState' | 'recipients'> = {
  state: {},
  keepState: async () => {},
  recipients: [],
}

/** Throws `not_found` for a campaign that the transaction does not see. */
async function readName(tx: Tx, { agencyId, campaignId }: CampaignPath): Promise<string> {
  const { rows } = await tx.query<{ name: string }>('select name from campaign where agency_id = $1 and id = $2', [
    agencyId,
    campaignId,
  ])
  if (!rows[0]) throw notFound()
  return rows[0].name
}

/** What the newest lead of a campaign would become, or an example where it has none. */
export async function previewIntegration(
  call: SignedInCall,
  campaign: CampaignPath,
  kind: Connection['kind'],
  details: IntegrationDetails,
): Promise<{ isExample: boolean; fields: { target: string; value: string }[] }> {
  const { name, newest } = await call.inScope(async (tx) => ({
    name: await readName(tx, campaign),
    newest: await readNewestLead(tx, campaign),
  }))
  const lead = newest ?? exampleLead(call.platform.clock.now(), { id: campaign.campaignId, name })
  return { isExample: newest === null, fields: serviceOf(kind).preview(lead, details) }
}

/** Sends a made-up person with a choice that is not saved yet, and says how the service answered. */
export async function testIntegration(
  call: SignedInCall,
  campaign: CampaignPath,
  connection: Connection,
  details: IntegrationDetails,
): Promise<{ delivered: boolean; cause: Cause | null }> {
  const { platform } = call
  const campaignName = await call.inScope((tx) => readName(tx, campaign))
  const lead = exampleLead(platform.clock.now(), { id: campaign.campaignId, name: campaignName })
  try {
    const session = await openSession(platform, connection, patience_ms)
    const sent = [{ deliveryId: lead.id, leadId: lead.id, lead, isRepeat: false }]
    const [answer] = await serviceOf(connection.kind).send(session, sent, { details, ...nothingKept, campaignName })
    return { delivered: answer!.delivered, cause: answer!.cause }
  } catch (error) {
    if (error instanceof ServiceFailed) return { delivered: false, cause: error.answer.cause }
    throw error
  }
}
