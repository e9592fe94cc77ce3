import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  previewIntegration,
  saveCampaignIntegration,
  saveIntegration,
  testIntegration,
} from '#contract/integrations/connections.ts'
import { accountKinds, serviceSlug, type AccountKind } from '#contract/integrations/services.ts'
import type { DemoServices } from '#demo/start-services.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { connectAllServices, type AllServices } from '#server/test/all-services.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import type { ConnectionsWorld } from '#server/test/connections-world.ts'
import { removeCustom } from '../connections/custom-integrations.ts'
import { hubspotLists } from './hubspot/stand-in.ts'
import { klaviyoLists } from './klaviyo/stand-in.ts'
import { mailchimpLists } from './mailchimp/stand-in.ts'
import { metaAudiences } from './metaaudiences/stand-in.ts'
import { demoLists } from './sendgrid/stand-in.ts'

// Values that users choose or enter are never interpreted as anything but data.

let all: AllServices
let world: ConnectionsWorld
let firms: DemoServices['firms']

beforeAll(async () => {
  all = await connectAllServices()
  world = all.world
  firms = all.services.firms
})
beforeEach(() => world.wait(61_000))
afterAll(() => all.close())

const owner = () => world.http.as(world.tree.acme.owner)
const newsletter = demoLists.Newsletter

describe('a setting that a service does not support is rejected by name in every call', () => {
  const line = { lead: 'email', target: 'contact' }
  test.each<[string, AccountKind, object, string]>([
    ['a field that leads do not have', 'custom', { fields: [{ lead: 'ssn', target: 'a' }] }, 'details.fields.0.lead'],
    ['a field of an object', 'custom', { fields: [{ lead: '__proto__', target: 'a' }] }, 'details.fields.0.lead'],
    ['no name', 'highlevel', { fields: [{ lead: 'email', target: ' ' }] }, 'details.fields.0.target'],
    ['a name of two lines', 'sendgrid', { fields: [{ lead: 'email', target: 'a\r\nb' }] }, 'details.fields.0.target'],
    ['too long a name', 'kartra', { fields: [{ lead: 'email', target: 'x'.repeat(201) }] }, 'details.fields.0.target'],
    ['one name twice', 'kartra', { fields: [line, { ...line, lead: 'zip' }] }, 'details.fields'],
    [
      'more than a map takes',
      'custom',
      { fields: Array.from({ length: 51 }, (_, n) => ({ ...line, target: `${n}` })) },
      'details.fields',
    ],
    [
      'what a line does not have',
      'custom',
      { fields: [{ ...line, template: '{{7*7}}' }] },
      'details.fields.0.template',
    ],
    ['a part that nothing has', 'highlevel', { templates: ['{{7*7}}'] }, 'details.templates'],
    ['lists where there are tags', 'highlevel', { lists: ['a'] }, 'details.lists'],
    ['tags where there are lists', 'sendgrid', { tags: ['a'] }, 'details.tags'],
    ['groups where there are none', 'kartra', { groups: ['a'] }, 'details.groups'],
    ['fields where all are sent', 'zapier', { fields: [line] }, 'details.fields'],
    ['fields where there are groups', 'mailboxpower', { fields: [line] }, 'details.fields'],
    ['anything where there is nothing to choose', 'googlesheets', { fields: [line] }, 'details.fields'],
    ['tags of an address of one’s own', 'custom', { tags: ['a'] }, 'details.tags'],
  ])('%s', async (_what, kind, details, field) => {
    const campaign = await world.newCampaign()
    const draft = {
      leadspeek_api_id: campaign.campaignId,
      integration_slug: kind,
      ...(kind === 'custom' && { integration_id: all.customId }),
      details,
    } as never
    const body = { ...(draft as object), enable: 'T' } as never
    for (const answer of [
      await owner().call(saveCampaignIntegration, { body }),
      await owner().call(previewIntegration, { body: draft }),
      await owner().call(testIntegration, { body: draft }),
    ])
      expect([answer.status, answer.body.field]).toEqual([422, field])
    expect(await world.destinationOf(campaign)).toBeUndefined()
    const slug = serviceSlug.safeParse(kind)
    if (!slug.success) return
    const defaults = { company_id: all.clientId, integration_slug: slug.data, enable: 'T', details } as never
    const answer = await owner().call(saveIntegration, { body: defaults })
    expect([answer.status, answer.body.field]).toEqual([422, field])
  })
})

test('mapping a field that the account no longer has pauses the campaign; removing the field sends all leads', async () => {
  const campaign = await world.newCampaign()
  await all.use(campaign, 'sendgrid', { lists: [newsletter], fields: [{ lead: 'campaignName', target: 'w9' }] })
  const leads = await world.addLeads(campaign, 3)
  await world.deliverFor(3)
  expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'schema_changed' })
  expect(leads.some(({ email }) => firms.sendgrid.contacts.has(email))).toBe(false)
  await all.use(campaign, 'sendgrid', { lists: [newsletter], fields: [] })
  await world.deliverFor(1)
  expect(leads.every(({ email }) => firms.sendgrid.contacts.has(email))).toBe(true)
})

describe('template code is sent as plain text', () => {
  const code = '{{constructor.constructor("x")()}}${7*7}<%=7%>'
  const hostileName = 'Ada&actions[9][cmd]=x&lead[email]=e@x.test%0d%0a'

  /** Sends a lead whose names contain code to a service; returns its email address there. */
  async function sent(kind: AccountKind, details: Parameters<AllServices['use']>[2]): Promise<string> {
    const campaign = await world.newCampaign()
    await all.use(campaign, kind, details)
    const [lead] = await world.addLeads(campaign, 1)
    await world.db.adminPool.query('update lead set first_name = $2, last_name = $3 where id = $1', [
      lead!.id,
      code,
      hostileName,
    ])
    await world.deliverFor(1)
    expect((await world.deliveriesOf(campaign)).map(({ status }) => status)).toEqual(['delivered'])
    return lead!.email
  }
  const names = [code, hostileName]
  /** Of the last message in a channel. */
  const namesIn = (messages: readonly string[]): string[] =>
    names.filter((name) => messages.at(-1)?.includes(JSON.stringify(name).slice(1, -1)))

  test.each<[AccountKind, Parameters<AllServices['use']>[2], (email: string) => unknown[]]>([
    [
      'highlevel',
      { tags: [code], fields: [{ lead: 'city', target: '__proto__' }] },
      (email) => [
        firms.highlevel.contacts.get(email)?.fields['firstName'],
        firms.highlevel.contacts.get(email)?.fields['lastName'],
      ],
    ],
    [
      'sendgrid',
      { lists: [newsletter] },
      (email) => [
        firms.sendgrid.contacts.get(email)?.fields['first_name'],
        firms.sendgrid.contacts.get(email)?.fields['last_name'],
      ],
    ],
    [
      'kartra',
      { lists: ['Webinar'], fields: [{ lead: 'city', target: ']=x&actions[8][cmd]=create_lead' }] },
      (email) => [
        firms.kartra.leads.get(email)?.fields['first_name'],
        firms.kartra.leads.get(email)?.fields['last_name'],
      ],
    ],
    [
      'clickfunnels',
      { tags: ['1'], fields: [{ lead: 'city', target: '__proto__' }] },
      (email) => [
        firms.clickfunnels.contacts.get(email)?.fields['first_name'],
        firms.clickfunnels.contacts.get(email)?.fields['last_name'],
      ],
    ],
    [
      'mailboxpower',
      { groups: ['1'] },
      (email) => {
        const contact = firms.mailboxpower.contacts.find((one) => one['email'] === email)
        return [contact?.['first_name'], contact?.['last_name']]
      },
    ],
    [
      'zapier',
      { tags: [code] },
      (email) => {
        const json = firms.zapier.received.find(({ text }) => text.includes(email))?.json as Record<string, unknown>
        expect(json['tags_text']).toBe(code)
        return [json['first_name'], json['last_name']]
      },
    ],
    [
      'custom',
      {
        fields: [
          { lead: 'email', target: 'email' },
          { lead: 'first_name', target: '__proto__' },
          { lead: 'last_name', target: code },
        ],
      },
      (email) => {
        const message = firms.custom.received.find(({ text }) => text.includes(email))!.json as Record<string, unknown>
        return [Object.entries(message).find(([name]) => name === '__proto__')?.[1], message[code]]
      },
    ],
    [
      'googlesheets',
      {},
      (email) =>
        [...firms.googlesheets.books.values()]
          .flatMap(({ rows }) => rows)
          .find((row) => row.includes(email))
          ?.slice(3, 5) ?? [],
    ],
    [
      'hubspot',
      { lists: [hubspotLists.leads] },
      (email) => {
        const values = firms.hubspot.contacts.get(email)?.properties
        return [values?.['firstname'], values?.['lastname']]
      },
    ],
    [
      'salesforce',
      {},
      (email) => {
        const lead = [...firms.salesforce.leads.values()].find(({ values }) => values['Email'] === email)
        // A first name has at most 40 signs there.
        return [lead?.values['FirstName'] === code.slice(0, 40) ? code : undefined, lead?.values['LastName']]
      },
    ],
    [
      'mailchimp',
      { lists: [mailchimpLists.newsletter], tags: [code] },
      (email) => {
        const member = firms.mailchimp.member(mailchimpLists.newsletter, email)
        return [member?.merge_fields['FNAME'], member?.merge_fields['LNAME']]
      },
    ],
    [
      'klaviyo',
      { lists: [klaviyoLists.vip], fields: [{ lead: 'city', target: code }] },
      (email) => {
        const values = firms.klaviyo.profiles.get(email)?.attributes
        expect(values?.['properties']).toEqual({ [code]: 'Austin' })
        return [values?.['first_name'], values?.['last_name']]
      },
    ],
    [
      'activecampaign',
      { tags: ['1'] },
      (email) => {
        const values = firms.activecampaign.contacts.get(email)?.fields
        return [values?.['firstName'], values?.['lastName']]
      },
    ],
    [
      'metaaudiences',
      { lists: [metaAudiences.website] },
      // Digests of names, which nothing interprets.
      (email) => (firms.metaaudiences.holds(metaAudiences.website, email) ? names : []),
    ],
    ['slack', {}, () => namesIn(firms.slack.messages)],
    ['teams', {}, () => namesIn(firms.teams.messages)],
  ])('at %s', async (kind, details, namesAt) => {
    expect(namesAt(await sent(kind, details))).toEqual(names)
    expect(firms.kartra.leads.has('e@x.test')).toBe(false)
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('every service is covered', () => {
    expect(accountKinds.toSorted()).toEqual(
      [
        'highlevel',
        'sendgrid',
        'kartra',
        'clickfunnels',
        'mailboxpower',
        'zapier',
        'custom',
        'googlesheets',
        'hubspot',
        'salesforce',
        'mailchimp',
        'klaviyo',
        'activecampaign',
        'metaaudiences',
        'slack',
        'teams',
      ].toSorted(),
    )
  })
})

test('a campaign that is pointed at an integration while it is being removed sends nothing there', async () => {
  const { rootId } = world.tree.acme.owner
  const company = { rootId, agencyId: world.tree.acme.id, clientId: all.clientId }
  const campaign = await world.newCampaign()
  const body = {
    leadspeek_api_id: campaign.campaignId,
    integration_slug: 'custom' as const,
    integration_id: all.customId,
    enable: 'T' as const,
  }
  const answer = await inScope(world.db.appPool, { kind: 'root', rootId }, async (tx) => {
    await removeCustom(tx, company, all.customId, world.clock.now())
    let isDone = false
    const saving = owner()
      .call(saveCampaignIntegration, { body })
      .finally(() => (isDone = true))
    while (!isDone && (await countWaiting(world.db)) === 0) await sleep(10)
    return { saving }
  })
  expect((await answer.saving).status).toBe(404)
  expect(await world.destinationOf(campaign)).toBeUndefined()
})
