import type { Cause } from '#contract/integrations/causes.ts'
import { writeSentLead } from '#contract/integrations/lead-event.ts'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import { forLeadTexts } from '#contract/leads/lead-texts.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { ServiceFailed, type SentLead, type Target } from '../connectors/service.ts'
import { serviceOf } from '../connectors/services.ts'
import type { CampaignPath } from '../deliveries/book.ts'
import { readNewestLead } from '../deliveries/build-bodies.ts'
import type { Connection } from './connection-row.ts'
import { sharedWithNobody } from './save-state.ts'
import { openSession } from './open-session.ts'
import { patience_ms } from './save-integration.ts'

/** A made-up person with an address at a domain that RFC 2606 reserves. */
const exampleLead = (now_ms: number, campaign: { id: string; name: string }): SentLead =>
  writeSentLead({
    id: newId(now_ms),
    kind: 'test',
    created_at: new Date(now_ms).toISOString(),
    campaignId: campaign.id,
    campaignName: campaign.name,
    first_name: 'Taylor',
    last_name: 'Example',
    ...forLeadTexts(() => ''),
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

/** Causes that mean what an earlier test created was deleted or belongs to another account. */
const losses: ReadonlySet<Cause | null> = new Set<Cause>(['list_deleted', 'no_permission'])

type TestState = Target['state']

/** What a campaign's earlier tests created in an account. */
async function readTestState(platform: Platform, connection: Connection, campaignId: string): Promise<TestState> {
  const { rootId, agencyId, id } = connection
  const { rows } = await inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    tx.query<{ state: TestState | null }>(
      'select test_state -> $3::text as state from connection where agency_id = $1 and id = $2',
      [agencyId, id, campaignId],
    ),
  )
  return rows[0]?.state ?? {}
}

async function saveTestState(
  platform: Platform,
  { rootId, agencyId, id }: Connection,
  campaignId: string,
  state: TestState,
): Promise<void> {
  await inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    tx.query(
      'update connection set test_state = test_state || jsonb_build_object($3::text, $4::jsonb) where agency_id = $1 and id = $2',
      [agencyId, id, campaignId, JSON.stringify(state)],
    ),
  )
}

/** Most tests create nothing lasting, so there is nothing to store. */
const noTestState = { state: {}, saveState: async () => {} }

/** Reuses what the previous test created, or starts over if that was deleted. */
async function sendWithTestState<Answers>(
  platform: Platform,
  connection: Connection,
  campaignId: string,
  send: (target: Pick<Target, 'state' | 'saveState'>) => Promise<Answers>,
): Promise<Answers> {
  const state = await readTestState(platform, connection, campaignId)
  const saveState = (testState: TestState): Promise<void> => saveTestState(platform, connection, campaignId, testState)
  try {
    return await send({ state, saveState })
  } catch (error) {
    const isLost = error instanceof ServiceFailed && losses.has(error.answer.cause)
    if (!isLost || Object.keys(state).length === 0) throw error
    return send({ state: {}, saveState })
  }
}

/** Throws `not_found` for a campaign outside the transaction's scope. */
async function readName(tx: Tx, { agencyId, campaignId }: CampaignPath): Promise<string> {
  const { rows } = await tx.query<{ name: string }>('select name from campaign where agency_id = $1 and id = $2', [
    agencyId,
    campaignId,
  ])
  if (!rows[0]) throw notFound()
  return rows[0].name
}

/** Previews the campaign's newest lead in the service's format, or an example lead if there is none. */
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

/** Sends a made-up person with settings that are not saved yet, and returns the service's response. */
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
    const service = serviceOf(connection.kind)
    const leads = [{ deliveryId: lead.id, leadId: lead.id, lead, isRepeat: false }]
    const send = (target: Pick<Target, 'state' | 'saveState'>) =>
      service.send(session, leads, { details, ...target, campaignName, ...sharedWithNobody })
    const [answer] = service.storesTestState
      ? await sendWithTestState(platform, connection, campaign.campaignId, send)
      : await send(noTestState)
    return { delivered: answer!.delivered, cause: answer!.cause }
  } catch (error) {
    if (error instanceof ServiceFailed) return { delivered: false, cause: error.answer.cause }
    throw error
  }
}
