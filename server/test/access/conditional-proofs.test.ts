import { beforeEach, describe, expect, test } from 'vitest'
import { createCampaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { copyCampaign } from '#contract/campaigns/copies.ts'
import { createUser, updateUser } from '#contract/companies/users.ts'
import type { Operation } from '#contract/core/operation.ts'
import { saveIntegration } from '#contract/integrations/connections.ts'
import { updateDestination } from '#contract/integrations/destinations.ts'
import { askedWhen } from '#contract/sign-in/proof-of-identity.ts'
import { noLimits, type CallInput } from '../app.ts'
import { clientForm } from '../company-forms.ts'
import { makeCampaign, type TestUser } from '../factories.ts'
import { openTree } from '../open-tree.ts'

// SEC-3: calls that ask for a proof of identity only for what lets somebody in, or leads money or data elsewhere.

const { db, http, tree } = await openTree({ limiter: noLimits })
const { acme, root } = tree
const client = acme.clients[0]!
const campaign = await makeCampaign(db, client)
await db.adminPool.query(`update campaign set report_recipients = '{reports@elsewhere.test}' where id = $1`, [
  campaign.id,
])
const destination = async (): Promise<string> => {
  const { rows } = await db.adminPool.query<{ id: string }>(
    `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, url, created_at)
     values ($1, gen_random_uuid(), $2, $3, $4, 'webhook', 'https://hooks.example.com', to_timestamp(0)) returning id`,
    [acme.id, root.id, client.id, campaign.id],
  )
  return rows[0]!.id
}
const webhook = await destination()

beforeEach(() => http.forgetProof(acme.owner))

const send = async (operation: Operation, input: CallInput, user: TestUser = acme.owner) => {
  const { status, body } = await http.as(user).call(operation, input)
  return status === 403 && body.code === 'reauthenticate' ? 'asks' : status
}
const mail = 'nova@stranger.test'
const member = { companyID: acme.id, ClientFullName: 'Nova Lane', ClientRole: 'F' }
const ofClient = {
  companyID: client.id,
  ClientID: client.user.id,
  ...clientForm(client.user.email, { ClientCompanyName: 'Plumbright' }),
}
const newCampaign = { companyID: client.id, leadspeekType: 'local', campaignName: 'Made' }
const change = { leadspeek_api_id: campaign.id }
const service = { company_id: acme.id, integration_slug: 'sendgrid' }

const cases: readonly [string, Operation, CallInput['body'], 'asks' | 200][] = [
  ['a new administrator', createUser, { ...member, userType: 'administrator', ClientEmail: mail }, 'asks'],
  ['a new client', createUser, { companyID: acme.id, ...clientForm('new@client.test') }, 200],
  ['an administrator', updateUser, { ...member, userType: 'administrator', ClientID: acme.admin.id }, 'asks'],
  ['a client’s phone', updateUser, { ...ofClient, ClientPhone: '+1 212 555 0123' }, 200],
  ['a client’s address', updateUser, { ...ofClient, ClientEmail: mail }, 'asks'],
  ['leads of a new campaign to a stranger', createCampaign, { ...newCampaign, reportSentTo: mail }, 'asks'],
  ['leads of a new campaign to its client', createCampaign, { ...newCampaign, reportSentTo: client.user.email }, 200],
  ['leads bought with a new campaign', createCampaign, { ...newCampaign, leadsbuy: 500 }, 'asks'],
  [
    'leads to a stranger as well',
    updateCampaign,
    { ...change, reportSentTo: `reports@elsewhere.test\n${mail}` },
    'asks',
  ],
  ['leads to fewer', updateCampaign, { ...change, reportSentTo: 'reports@elsewhere.test' }, 200],
  ['a campaign’s name', updateCampaign, { ...change, campaignName: 'Renamed' }, 200],
  ['a copy, whose recipients get leads', copyCampaign, { ...change, campaignName: 'Copy', parts: ['reports'] }, 200],
  ['a service’s key', saveIntegration, { ...service, enable: 'T', api_key: 'SG.abc.def' }, 'asks'],
  ['the end of a service', saveIntegration, { ...service, enable: 'F' }, 200],
  ['a webhook’s URL', updateDestination, { destination_id: webhook, url: 'https://stranger.test' }, 'asks'],
  ['a webhook switched off', updateDestination, { destination_id: webhook, active: 'F' }, 200],
]

/** Tested where they need a card, a file or a mail server; and the campaigns of each module, which share a use case. */
const elsewhere = [
  'createDirectCustomer',
  'saveProfile',
  'saveSetting',
  ...['B2b', 'Enhance', 'Local', 'Locator'].map((module) => `update${module}Campaign`),
]

test('every such call is tried', () => {
  const names = [...new Set(cases.map(([, { name }]) => name)), ...elsewhere]
  expect(names.toSorted()).toEqual(Object.keys(askedWhen).toSorted())
})

describe('without a recent proof', () => {
  test.each(cases)('%s', async (_what, operation, body, outcome) => {
    expect(await send(operation, { body })).toBe(outcome)
  })

  test('the operator changes no agency, whose host might move', async () => {
    await http.forgetProof(root.system)
    const body = {
      companyID: acme.id,
      ClientID: acme.owner.id,
      userType: 'userdownline',
      ClientFullName: 'Owen Acme',
      ClientCompanyName: 'Acme',
      ClientEmail: acme.owner.email,
      ClientPhone: '+1 212 555 0123',
      DownlineSubDomain: 'taken',
      selectedterms: [{ term: 'Monthly', status: true }],
    }
    expect(await send(updateUser, { body }, root.system)).toBe('asks')
  })
})
