import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fateOfRepeats } from '#contract/integrations/destinations.ts'
import { nameOfKind, type AccountKind, type IntegrationDetails } from '#contract/integrations/services.ts'
import type { DemoServices } from '#demo/start-services.ts'
import { addWebhook } from '#server/areas/integrations/connections/add-webhook.ts'
import { saveReportRecipients } from '#server/areas/integrations/connections/save-report-recipients.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { closeMail } from '#server/platform/mail.ts'
import { connectAllServices, type AllServices } from '#server/test/all-services.ts'
import type { ConnectionsWorld } from '#server/test/connections-world.ts'
import { sampleOf } from '#server/test/proofs.ts'
import { startSmtp, type SmtpStandIn } from '#server/test/smtp-stand-in.ts'
import { startDeliveryWorker } from '#server/test/start-delivery-worker.ts'
import { lease_ms } from '../deliveries/claim-due.ts'
import type { DestinationKind } from './registry.ts'
import { hubspotLists } from './hubspot/stand-in.ts'
import { klaviyoLists } from './klaviyo/stand-in.ts'
import { mailchimpLists } from './mailchimp/stand-in.ts'
import { metaAudiences } from './metaaudiences/stand-in.ts'
import { demoLists } from './sendgrid/stand-in.ts'
import { startStandIn, type ReceivedRequest, type StandIn } from './stand-in.ts'

// A worker dies at the worst moment, for each connector: the service processed the request, but the response was lost.

let all: AllServices
let world: ConnectionsWorld
let services: DemoServices
let smtp: SmtpStandIn
let hook: StandIn
const workers: ChildProcess[] = []

beforeAll(async () => {
  hook = await startStandIn(() => ({ status: 200 }))
  smtp = await startSmtp({ security: 'none' })
  all = await connectAllServices({ OUTGOING_ALLOW: hook.host, SMTP_URL: `smtp://127.0.0.1:${smtp.port}` })
  ;({ world, services } = all)
})
afterAll(async () => {
  for (const one of workers) one.kill('SIGKILL')
  closeMail(world.http.platform)
  await all.close()
  await Promise.all([hook.stop(), smtp.close()])
})

interface Firm {
  kind: DestinationKind
  /** The requests that write a new lead, in order. */
  writes: readonly string[]
  standIn: () => StandIn | null
  use: (campaign: CampaignPath) => Promise<unknown>
}

const service = (
  kind: AccountKind,
  standIn: () => StandIn,
  details: IntegrationDetails,
  writes: readonly string[],
): Firm => ({
  kind,
  standIn,
  writes,
  use: (campaign) => all.use(campaign, kind, details),
})

const inRoot = <T>(work: Parameters<typeof inScope<T>>[2]): Promise<T> =>
  inScope(world.db.appPool, { kind: 'root', rootId: world.tree.acme.owner.rootId }, work)

/** Copies of a message are counted by the address in it. */
const emailField: IntegrationDetails = { fields: [{ lead: 'email', target: 'email' }] }

const firms: readonly Firm[] = [
  {
    kind: 'email',
    standIn: () => null,
    writes: ['the mail'],
    use: (campaign) =>
      inRoot((tx) => saveReportRecipients(tx, campaign, world.clock.now(), ['reports@plumbright.test'])),
  },
  {
    kind: 'webhook',
    standIn: () => hook,
    writes: ['POST /leads'],
    use: (campaign) => inRoot((tx) => addWebhook(tx, world.http.platform, campaign, `${hook.url}/leads`)),
  },
  service('custom', () => services.firms.custom, {}, ['POST /leads']),
  service('zapier', () => services.firms.zapier, {}, ['POST /hooks/catch/1/demo/']),
  service('mailboxpower', () => services.firms.mailboxpower, { groups: ['1', '2'] }, [
    'POST /api/clienttether/contacts',
    'POST /api/clienttether/contacts',
  ]),
  service('sendgrid', () => services.firms.sendgrid, { lists: [demoLists.Newsletter] }, ['PUT /v3/marketing/contacts']),
  service('highlevel', () => services.firms.highlevel, { tags: ['Hot lead'] }, [
    'POST /contacts/upsert',
    'POST /contacts/…/tags',
  ]),
  service('kartra', () => services.firms.kartra, { lists: ['Webinar'], tags: ['Hot'] }, ['POST /api']),
  service('clickfunnels', () => services.firms.clickfunnels, { tags: ['1', '2'] }, [
    'POST /demo/api/v2/workspaces/…/contacts/upsert',
    'POST /demo/api/v2/contacts/…/applied_tags',
    'POST /demo/api/v2/contacts/…/applied_tags',
  ]),
  service('hubspot', () => services.firms.hubspot, { lists: [hubspotLists.leads] }, [
    'POST /crm/objects/2026-03/contacts/batch/upsert',
    'PUT /crm/lists/2026-03/…/memberships/add',
  ]),
  service('salesforce', () => services.firms.salesforce, {}, [
    'PATCH /services/data/v67.0/composite/sobjects/Lead/Lead_Key__c',
  ]),
  service('mailchimp', () => services.firms.mailchimp, { lists: [mailchimpLists.newsletter], tags: ['Website'] }, [
    'PUT /us19/3.0/lists/…/members/…',
    'POST /us19/3.0/lists/…/members/…/tags',
  ]),
  service('klaviyo', () => services.firms.klaviyo, { lists: [klaviyoLists.vip] }, [
    'POST /api/profile-import',
    'POST /api/lists/…/relationships/profiles',
  ]),
  service('activecampaign', () => services.firms.activecampaign, { tags: ['1'] }, [
    'POST /api/3/contact/sync',
    'POST /api/3/contactTags',
  ]),
  service('metaaudiences', () => services.firms.metaaudiences, { lists: [metaAudiences.website] }, [
    'POST /v25.0/…/users',
  ]),
  service('slack', () => services.firms.slack, emailField, ['POST /services/…']),
  service('teams', () => services.firms.teams, emailField, ['POST /powerautomate/…']),
  service('googlesheets', () => services.firms.googlesheets, {}, [
    'POST /v4/spreadsheets',
    'PUT /v4/spreadsheets/…/values/…',
    'POST /v4/spreadsheets/…:batchUpdate',
  ]),
]

const isWrite = ({ method }: ReceivedRequest): boolean => method !== 'GET'

/** Processes the nth write of the next lead and withholds its response. Resolves once that happened. */
function withhold({ standIn }: Firm, nth: number): Promise<void> {
  const firm = standIn()
  if (!firm) {
    const before = smtp.received.length
    smtp.slowDown(60_000)
    return until(() => smtp.received.length > before)
  }
  let count = 0
  return new Promise((held) =>
    firm.fail(
      { kind: 'withhold-answer' },
      {
        when: (asked) => {
          const isIt = isWrite(asked) && ++count === nth
          if (isIt) held()
          return isIt
        },
      },
    ),
  )
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(20)
}

async function killWhileHeld(held: readonly Promise<void>[]): Promise<void> {
  const worker = startDeliveryWorker(world.db, world.clock.now() - Date.now(), all.env)
  workers.push(worker)
  const exit = new Promise((gone) => worker.once('exit', gone))
  await Promise.all(held)
  worker.kill('SIGKILL')
  await exit
  smtp.slowDown(0)
}

/** How many copies of a lead the receiver has; webhook messages with the same id count once. */
function copiesAt(kind: DestinationKind, { id, email }: { id: string; email: string }): number {
  if (kind === 'email') return smtp.received.filter(({ raw }) => raw.includes(email)).length
  if (kind === 'zapier') return services.firms.zapier.received.filter(({ text }) => text.includes(email)).length
  if (kind === 'webhook')
    return new Set(hook.received.filter(({ text }) => text.includes(id)).map(({ headers }) => headers['webhook-id']))
      .size
  const emails = services.held()[nameOfKind(kind)]!
  // Meta only has digests.
  const digest = createHash('sha256').update(email).digest('hex')
  return emails.filter((one) => one === email || one === digest).length
}

const statesOf = async ({ campaignId }: CampaignPath): Promise<string[]> =>
  (
    await world.db.adminPool.query<{ status: string }>('select status from delivery where campaign_id = $1', [
      campaignId,
    ])
  ).rows.map(({ status }) => status)

/** The last request of each service, the second to last of those with two, and so on. */
const fromTheEnd = sampleOf([0], [0, 1, 2])

test.each(fromTheEnd)(
  'a worker killed after each service handled its request, %i requests before the last, loses no lead and duplicates only where the service cannot detect repeats',
  { timeout: 120_000 },
  async (before) => {
    const firmsToKill = firms.filter(({ writes }) => writes.length > before)
    const leadOf = new Map<Firm, { campaign: CampaignPath; lead: { id: string; email: string } }>()
    for (const firm of firmsToKill) {
      const campaign = await world.newCampaign()
      await firm.use(campaign)
      leadOf.set(firm, { campaign, lead: (await world.addLeads(campaign, 1))[0]! })
    }
    await killWhileHeld(firmsToKill.map((firm) => withhold(firm, firm.writes.length - before)))
    world.wait(lease_ms + 1_000)
    await world.deliverFor(1)
    for (const [{ kind, writes }, { campaign, lead }] of leadOf) {
      expect(await statesOf(campaign), kind).toEqual(['delivered'])
      const once = kind === 'mailboxpower' ? writes.length : 1
      // If repeats can't be detected, only the request whose response was lost exists twice.
      expect(copiesAt(kind, lead), kind).toBe(fateOfRepeats(kind) === 'again' ? once + 1 : once)
    }
    expect(new Set([...leadOf.keys()].map(({ kind }) => fateOfRepeats(kind))).has('contact')).toBe(true)
  },
)

test(
  'a worker killed while it refreshes tokens: the lead waits until somebody reconnects, and is created once',
  {
    timeout: 120_000,
  },
  async () => {
    const highlevel = firms.find(({ kind }) => kind === 'highlevel')!
    const campaign = await world.newCampaign()
    await highlevel.use(campaign)
    const [lead] = await world.addLeads(campaign, 1)
    services.firms.highlevel.expire()
    let isHeld = false
    services.firms.highlevel.fail(
      { kind: 'withhold-answer' },
      { when: ({ url }) => (isHeld = url.pathname === '/oauth/token') },
    )
    await killWhileHeld([until(() => isHeld)])
    world.wait(lease_ms + 1_000)
    await world.deliverFor(3)
    // The old token is used up and the new one was lost: the service issues no other.
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'renewal_interrupted' })
    expect(copiesAt('highlevel', lead!)).toBe(0)
    await world.authorize(all.clientId, 'highlevel')
    await world.deliverFor(1)
    expect(await statesOf(campaign)).toEqual(['delivered'])
    expect(copiesAt('highlevel', lead!)).toBe(1)
  },
)
