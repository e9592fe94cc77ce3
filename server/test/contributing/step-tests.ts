import { join } from 'node:path'
import { expect, test } from 'vitest'
import { moduleNames, type Module } from '#contract/campaigns/modules.ts'
import { contextOf } from '#contract/guards/access-context.test-support.ts'
import { addressOf, findProtectedPage } from '#contract/guards/protected-pages.ts'
import { services, type ServiceSlug } from '#contract/integrations/services.ts'
import { exportLeads, listLeads } from '#contract/leads/leads.ts'
import { moduleOf } from '#server/areas/campaigns/modules/registry.ts'
import type { DemoStandIn } from '#server/areas/integrations/connectors/stand-in.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { routes } from '#server/routes.ts'
import { projectRoot } from '../architecture/sources.ts'
import { openCampaignStage } from '../campaign-stage.ts'
import { makeConnectionsWorld } from '../connections-world.ts'
import { makeCampaign } from '../factories.ts'
import { insertLeads } from '../lead-rows.ts'
import { openApp } from '../open-app.ts'
import { startTree } from '../open-tree.ts'
import { md5, openPipelineWorld } from '../pipeline-world.ts'
import { runJobs } from '../run-jobs.ts'
import { openWorld } from '../world.ts'

// What each step of the guides must bring about. Runs only in a copy of the project in which all of them were followed, so
// whatever they add is looked up by name.

const load = (path: string): Promise<unknown> => import(join(projectRoot, path))
const at_ms = Date.UTC(2026, 10, 20, 12)

/** How leads are counted by state for an agency: two of Florida and one of Texas. */
async function countStates(env: Record<string, string> = {}) {
  const { db, http, tree, close } = await startTree({ env })
  const client = tree.acme.clients[0]!
  const lead = { client, campaign: await makeCampaign(db, client), at_ms }
  const [firstLead] = await insertLeads(db, tree.acme, [lead, lead, lead])
  await db.adminPool.query(`update lead set state = 'TX' where id = $1`, [firstLead!.id])
  const { operation } = routes.find(({ operation: { name } }) => name === 'countLeadStates')!
  const countOf = async (user: typeof client.user, companyID: string) =>
    (await http.as(user).call(operation, { params: { companyID } })).body as unknown
  const answers = {
    agency: await countOf(tree.acme.owner, tree.acme.id),
    other: await countOf(tree.acme.clients[1]!.user, tree.acme.clients[1]!.id),
    foreign: await countOf(client.user, tree.acme.clients[1]!.id),
  }
  await close()
  return answers
}

const florida = { state: 'FL', leads: 2 }

const testCall = (): void =>
  test('the call counts the leads of an agency and of a client, and of nobody else', async () => {
    const { agency, other, foreign } = await countStates()
    expect(agency).toEqual({ result: 'success', data: [florida, { state: 'TX', leads: 1 }] })
    expect(other).toEqual({ result: 'success', data: [] })
    expect(foreign).toMatchObject({ result: 'failed', code: 'not_found' })
  })

const testPage = (): void =>
  test('the page is its own, for everyone who sees leads, and no sales people', () => {
    const access = contextOf('client')
    const { page } = findProtectedPage(access, addressOf(access, '{module}/states')) ?? {}
    expect(page).toMatchObject({ path: '{module}/states', menu: 'leads' })
    expect(page!.kinds).toContain('client')
    expect(page!.kinds).not.toContain('salesRep')
  })

const testMail = (): void =>
  test('the mail is queued and arrives in its reader’s language', async () => {
    const { db, http, tree, mailbox } = await openWorld()
    const { id: clientId, user } = tree.acme.clients[0]!
    const client = { rootId: user.rootId, agencyId: tree.acme.id, clientId }
    type Send = (tx: unknown, platform: unknown, of: typeof client, campaign: string) => Promise<void>
    const { mailFirstLead } = (await load('server/areas/leads/mail-first-lead.ts')) as { mailFirstLead: Send }
    const send = async (language: string) => {
      await db.adminPool.query('update app_user set language = $2 where id = $1', [user.id, language])
      await inScope(db.appPool, { kind: 'agency', ...client }, (tx) =>
        mailFirstLead(tx, http.platform, client, 'Spring'),
      )
      expect(await runJobs(db, http.platform)).toContain('send-account-mail')
      return mailbox.messages()[0]!
    }
    expect(await send('en')).toMatchObject({ to: [user.email], subject: expect.stringContaining('Your first lead') })
    expect((await send('ar')).text).toContain('صار زائر عميلًا محتملًا')
  })

const testSetting = (): void =>
  test('the setting limits the answer, and a value out of its range is rejected by name', async () => {
    expect((await countStates({ LEAD_STATES: '1' })).agency).toEqual({ result: 'success', data: [florida] })
    await expect(countStates({ LEAD_STATES: '0' })).rejects.toThrow('LEAD_STATES')
  })

const testField = (): void =>
  test('the field of a new lead is in the list and in the file', async () => {
    const world = await openPipelineWorld()
    const http = await openApp(world)
    const campaign = await world.makeCampaign()
    const person = await world.makePerson()
    await world.visit(campaign, { hashes: [md5(person.email)] })
    const owner = http.as(world.tree.acme.owner)
    const params = { companyID: campaign.agencyId }
    expect((await owner.call(listLeads, { params })).body.data).toMatchObject([{ email_domain: 'example.com' }])
    const [head, line] = (await owner.call(exportLeads, { params })).raw.payload.split('\r\n')
    expect(line!.split(',')[head!.split(',').indexOf('email_domain')]).toBe('example.com')
  })

const testConnector = (): void =>
  test('leads reach the service, arrive once when an answer is lost, and can be taken back', async () => {
    const { startDemo } = (await load('server/areas/integrations/connectors/leadrelay/stand-in.ts')) as {
      startDemo(): Promise<DemoStandIn>
    }
    const { standIn, settings, paste, held } = await startDemo()
    const slug = Object.keys(services).find((one) => one === 'leadrelay') as ServiceSlug
    const world = await makeConnectionsWorld({ ...settings, OUTGOING_ALLOW: standIn.host })
    const client = world.tree.acme.clients[0]!.id
    expect((await world.connect(client, slug, { api_key: 'wrong' })).status).toBe(422)
    expect((await world.connect(client, slug, paste)).body.data.account).toBe('Demo relay')
    const campaign = await world.newCampaign()
    await world.use(campaign, slug, {})
    const [lead] = await world.addLeads(campaign, 1)
    standIn.fail({ kind: 'lose-answer' }, { when: ({ method }) => method === 'PUT' })
    await world.deliverFor(1)
    expect(await world.deliveriesOf(campaign)).toMatchObject([{ status: 'delivered', attempts: 2 }])
    expect(held()).toEqual([lead!.email])
    await world.close()
    await standIn.stop()
  })

const testModule = (): void =>
  test('campaigns can be created in the module, and it says what a start lacks', async () => {
    const mover = Object.keys(moduleNames).find((one) => one === 'mover') as Module
    const stage = await openCampaignStage()
    await stage.db.adminPool.query('update company set modules = modules || $1::text', [mover])
    const fields = { leadspeekType: mover, keyword: 'moving company' }
    const { status, body } = await stage.create(stage.tree.acme.owner, stage.plumbright, fields)
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('"searchwindow":30')])
    const { codec, defaults, findBlockers } = moduleOf(mover)
    const lacks = (wire: object) =>
      findBlockers({} as never, codec.read(wire, defaults.settings)).map(({ field }) => field)
    expect(lacks({})).toEqual(['keyword', 'desc'])
    expect(lacks({ keyword: 'moving company', desc: 'Moves' })).toEqual([])
    await stage.close()
  })

/** By the heading of its section. */
export const stepTests: Readonly<Record<string, () => void>> = {
  'Add a call': testCall,
  'Add a page': testPage,
  'Add a mail': testMail,
  'Add a setting': testSetting,
  'Add a field of a lead': testField,
  'Add a connector': testConnector,
  'Add a module': testModule,
}
