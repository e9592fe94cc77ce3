import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listInbox } from '#contract/inbox/inbox.ts'
import { getIntegration } from '#contract/integrations/connections.ts'
import type { ServiceSlug } from '#contract/integrations/services.ts'
import { machineTime } from '#server/platform/clock.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { googleEnv, startGoogle, type GoogleStandIn } from './googlesheets/stand-in.ts'
import { highlevelEnv, startHighlevel, type HighlevelStandIn } from './highlevel/stand-in.ts'
import { hubspotEnv, startHubspot } from './hubspot/stand-in.ts'
import { klaviyoEnv, startKlaviyo } from './klaviyo/stand-in.ts'
import type { ReceivedRequest, StandIn, StubResponse } from './stand-in.ts'

let world: ConnectionsWorld
let google: GoogleStandIn
let crm: HighlevelStandIn
/** By slug, those without tests of their own here. */
let others: Partial<Record<ServiceSlug, StandIn>>

beforeAll(async () => {
  const now = (): number => (world ? machineTime(world.clock) : noon_ms)
  google = await startGoogle(now)
  crm = await startHighlevel(now)
  const hubspot = await startHubspot(now)
  const klaviyo = await startKlaviyo(now)
  others = { hubspot, klaviyo }
  world = await makeConnectionsWorld({
    ...googleEnv(google.url),
    ...highlevelEnv(crm.url),
    ...hubspotEnv(hubspot.url),
    ...klaviyoEnv(klaviyo.url),
    OUTGOING_ALLOW: [google, crm, hubspot, klaviyo].map(({ host }) => host).join(),
  })
})
afterAll(async () => {
  await world.close()
  await google.stop()
  await crm.stop()
  for (const one of Object.values(others)) await one.stop()
})

const firmOf = (slug: ServiceSlug): StandIn => others[slug] ?? (slug === 'highlevel' ? crm : google)
const asksForTokens = ({ url }: ReceivedRequest): boolean => url.pathname.endsWith('/token')

/** A campaign with leads whose account's access token has just expired. */
async function expired(slug: ServiceSlug) {
  const client = world.tree.acme.clients[0]!.id
  world.wait(61_000)
  expect((await world.authorize(client, slug)).status).toBe(200)
  const campaign = await world.newCampaign()
  await world.use(campaign, slug, {})
  await world.addLeads(campaign, 3)
  world.wait(86_400_000)
  return { client, campaign }
}

async function shown(client: string, slug: ServiceSlug) {
  const { body } = await world.http
    .as(world.tree.acme.owner)
    .call(getIntegration, { params: { company: client, slug } })
  return body.data
}

/** As documented by HighLevel (BadRequestDTO, UnauthorizedDTO, UnprocessableDTO) and by RFC 6749. */
const overTold: readonly [ServiceSlug, StubResponse][] = [
  ['highlevel', { status: 400, body: { statusCode: 400, message: 'Invalid refresh token' } }],
  ['highlevel', { status: 401, body: { statusCode: 401, message: 'Invalid refresh token', error: 'Unauthorized' } }],
  ['highlevel', { status: 422, body: { statusCode: 422, message: ['refresh_token'], error: 'Unprocessable Entity' } }],
  ['highlevel', { status: 400, body: { error: 'invalid_grant', error_description: 'It was used before.' } }],
  ['googlesheets', { status: 400, body: { error: 'invalid_grant', error_description: 'Expired or revoked.' } }],
  ['hubspot', { status: 400, body: { status: 'BAD_REFRESH_TOKEN', message: 'missing or invalid refresh token' } }],
  ['klaviyo', { status: 400, body: { error: 'invalid_grant' } }],
]

test.each(['highlevel', 'googlesheets'] as const)(
  'while the token endpoint of %s asks to wait, no campaign of the account asks it again',
  async (slug) => {
    const { client, campaign } = await expired(slug)
    const otherCampaign = await world.newCampaign()
    await world.use(otherCampaign, slug, {})
    await world.addLeads(otherCampaign, 1)
    const response = { status: 429, headers: { 'retry-after': '1800' } }
    let isOver = false
    firmOf(slug).fail({ kind: 'answer', response }, { when: (one) => !isOver && asksForTokens(one), times: 100 })
    const before = firmOf(slug).received.filter(asksForTokens).length
    await world.deliverFor(0.4)
    expect(firmOf(slug).received.filter(asksForTokens).length - before).toBe(1)
    expect(await shown(client, slug)).toMatchObject({ status: 'connected' })
    isOver = true
    await world.deliverFor(1)
    const all = [...(await world.deliveriesOf(campaign)), ...(await world.deliveriesOf(otherCampaign))]
    expect(all.map(({ status }) => status)).toEqual(Array(4).fill('delivered'))
  },
)

describe('a rejected token refresh', () => {
  test('is in the inbox since it was rejected, not since the account was connected', async () => {
    const { owner, id: companyID } = world.tree.acme
    const { client } = await expired('googlesheets')
    const before_ms = world.clock.now()
    const response = { status: 400, body: { error: 'invalid_grant' } }
    google.fail({ kind: 'answer', response }, { when: asksForTokens, times: 1 })
    await world.deliverFor(1)
    const { body } = await world.http.as(owner).call(listInbox, { params: { companyID } })
    const losses = body.data.filter(({ kind, company_id }) => kind === 'connection_lost' && company_id === client)
    expect(losses.map(({ since }) => Date.parse(since!) >= before_ms)).toEqual([true])
  })

  test.each(overTold)('by %s with %j ends the account’s access and keeps its leads', async (slug, told) => {
    const { client, campaign } = await expired(slug)
    firmOf(slug).fail({ kind: 'answer', response: told }, { when: asksForTokens, times: 1 })
    await world.deliverFor(1)
    expect(await shown(client, slug)).toMatchObject({ status: 'reconnect', cause: 'token_expired' })
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'token_expired' })
    expect((await world.authorize(client, slug)).status).toBe(200)
    await world.deliverFor(1)
    expect((await world.deliveriesOf(campaign)).map(({ status }) => status)).toEqual(Array(3).fill('delivered'))
  })

  test.each([
    ['highlevel', 401, 'invalid_client'],
    ['highlevel', 400, 'unauthorized_client'],
    ['googlesheets', 401, 'invalid_client'],
    ['googlesheets', 401, 'deleted_client'],
  ] as const)(
    'by %s with %i %s is for the operator to fix: the account stays connected, and its leads are sent afterwards',
    async (slug, status, error) => {
      const { client, campaign } = await expired(slug)
      let isMended = false
      const response = { status, body: { error, error_description: 'Unknown app.' } }
      firmOf(slug).fail(
        { kind: 'answer', response },
        { when: (asked) => !isMended && asksForTokens(asked), times: 100 },
      )
      await world.deliverFor(1)
      expect(await shown(client, slug)).toMatchObject({ status: 'connected' })
      expect(await world.destinationOf(campaign)).toMatchObject({ cause: 'app_refused' })
      isMended = true
      await world.deliverFor(3)
      expect((await world.deliveriesOf(campaign)).map((one) => one.status)).toEqual(Array(3).fill('delivered'))
    },
  )
})
