import { expect, test } from 'vitest'
import { setCampaignActive } from '#contract/campaigns/campaigns.ts'
import { createUser, removeUser, updateUser } from '#contract/companies/users.ts'
import { saveSetting } from '#contract/settings/settings.ts'
import { toSelectedModules, toSelectedTerms } from '#contract/companies/selections.ts'
import { bookDeveloperFee } from '#server/areas/billing/developer-fee.ts'
import { chargeLeads } from '#server/areas/leads/resolve/charge-leads.ts'
import type { LeadDecision } from '#server/areas/leads/resolve/write-leads.ts'
import { beginCollection } from '#server/areas/payments/charges/collect-charge.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { clientForm } from '#server/test/company-forms.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import { makeAgency, makeCampaign, type TestAgency, type TestClient, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

// Two people at the same moment: the first one wins, and no state remains that the checks rule out.

const { db, http, tree } = await openTree()

/** Runs work while somebody else holds locks on rows, releases them once all of it waits, and returns the outcome. */
async function whileRowsLocked<T>(held: string, values: unknown[], work: () => Promise<T>[]): Promise<T[]> {
  const holder = await db.adminPool.connect()
  try {
    await holder.query('begin')
    await holder.query(held, values)
    const running = work()
    await expect.poll(waiting, { timeout: 15_000 }).toBe(running.length)
    await holder.query('commit')
    return await Promise.all(running)
  } finally {
    holder.release()
  }
}

const waiting = (): Promise<number> => countWaiting(db)

const statusOf = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status
const start = (by: TestUser, leadspeek_api_id: string): Promise<number> =>
  statusOf(http.as(by).call(setCampaignActive, { body: { leadspeek_api_id, status: 'active' } }))
const addClient = (agency: TestAgency, email: string): Promise<number> =>
  statusOf(http.as(agency.owner).call(createUser, { body: { companyID: agency.id, ...clientForm(email) } }))
const activeOf = async (campaignId: string): Promise<unknown> =>
  (await db.adminPool.query('select status from campaign where id = $1', [campaignId])).rows[0]
const remove = (company: { id: string }, main: { id: string }): Promise<number> =>
  statusOf(http.as(tree.root.system).call(removeUser, { params: { companyID: company.id, userID: main.id } }))

test('of concurrent requests for the same person or subdomain one succeeds, and the others say why not', async () => {
  const add = (ClientEmail: string, DownlineSubDomain: string) =>
    http.as(tree.root.system).call(createUser, {
      body: {
        companyID: tree.root.id,
        userType: 'userdownline' as const,
        ClientFullName: 'Nova Lane',
        ClientEmail,
        DownlineSubDomain,
      },
    })
  const people = await Promise.all(['one', 'two', 'three', 'four'].map((name) => add('same@nova.test', `nova-${name}`)))
  expect(people.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
  expect(JSON.stringify(people.find(({ status }) => status === 422)!.body)).toContain('"ClientEmail"')
  const hosts = await Promise.all(['one', 'two', 'three', 'four'].map((name) => add(`${name}@nova.test`, 'same-nova')))
  expect(hosts.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
})

test('a campaign that is starting prevents the removal of its client', async () => {
  const agency = await makeAgency(db, { rootId: tree.root.id }, 'Starter', ['Started'])
  const [client] = agency.clients
  const { id } = await makeCampaign(db, client!, { status: 'pause' })
  // The start has read the client and waits to lock its count.
  const [startStatus, removalStatus] = await whileRowsLocked(
    'select from company_count where company_id = $1 for update',
    [client!.id],
    () => [start(agency.owner, id), startedThen(() => remove(client!, client!.user))],
  )
  expect([startStatus, removalStatus]).toEqual([200, 409])
})

test('a campaign does not start in an agency that is being removed', async () => {
  const agency = await makeAgency(db, { rootId: tree.root.id }, 'Leaver', ['Left'])
  const { id } = await makeCampaign(db, agency.clients[0]!, { status: 'pause' })
  const [removalStatus, startStatus] = await whileRowsLocked(
    'select from company_count where company_id = $1 for update',
    [tree.root.id],
    () => [remove(agency, agency.owner), startedThen(() => start(agency.owner, id))],
  )
  expect([removalStatus, startStatus]).toEqual([200, 422])
  expect(await activeOf(id)).toEqual({ status: 'pause' })
})

test('a client is not added to an agency that is being removed', async () => {
  const agency = await makeAgency(db, { rootId: tree.root.id }, 'Closing', [])
  const [removalStatus, additionStatus] = await whileRowsLocked(
    'select from company_count where company_id = $1 for update',
    [tree.root.id],
    () => [remove(agency, agency.owner), startedThen(() => addClient(agency, 'late@closing.test'))],
  )
  expect([removalStatus, additionStatus]).toEqual([200, 404])
  expect(
    (await db.adminPool.query('select from company where client_id is not null and agency_id = $1', [agency.id]))
      .rowCount,
  ).toBe(0)
})

test('a client that is added while its agency changes its time zone starts with the new one', async () => {
  const agency = await makeAgency(db, { rootId: tree.root.id }, 'Mover', ['Moved'])
  const body = { companyID: agency.id, settingname: 'timezone' as const, timezone: 'Europe/Berlin' }
  const statuses = await whileRowsLocked(
    'select from company where id = $1 for update',
    [agency.clients[0]!.id],
    () => [
      statusOf(http.as(agency.owner).call(saveSetting, { body })),
      startedThen(() => addClient(agency, 'new@mover.test')),
    ],
  )
  expect(statuses).toEqual([200, 200])
  const { rows } = await db.adminPool.query('select distinct time_zone from company where agency_id = $1', [agency.id])
  expect(rows).toEqual([{ time_zone: 'Europe/Berlin' }])
})

test('a client that is being added while its agency loses a product does not keep it', async () => {
  const agency = await makeAgency(db, { rootId: tree.root.id }, 'Smaller', [])
  const statuses = await whileRowsLocked(
    'select from company_count where company_id = $1 for update',
    [agency.id],
    () => [
      addClient(agency, 'new@smaller.test'),
      startedThen(() => statusOf(http.as(tree.root.system).call(updateUser, { body: withoutLocal(agency) }))),
    ],
  )
  expect(statuses).toEqual([200, 200])
  const { rows } = await db.adminPool.query('select modules from company where agency_id = $1', [agency.id])
  expect(rows).toEqual([{ modules: ['locator'] }, { modules: ['locator'] }])
})

test('a product that is being removed starts no more campaigns', async () => {
  const agency = await makeAgency(db, { rootId: tree.root.id }, 'Narrow', ['Narrowed'])
  const { id } = await makeCampaign(db, agency.clients[0]!, { status: 'pause' })
  const [changeStatus, startStatus] = await whileRowsLocked(
    'select from app_user where id = $1 for update',
    [agency.owner.id],
    () => [
      statusOf(http.as(tree.root.system).call(updateUser, { body: withoutLocal(agency) })),
      startedThen(() => start(agency.owner, id)),
    ],
  )
  expect([changeStatus, startStatus]).toEqual([200, 422])
  expect(await activeOf(id)).toEqual({ status: 'pause' })
})

test.each(['a lead', 'the developer fee', 'a top-up'])(
  '%s that is being charged prevents the removal of its company',
  async (what) => {
    const agency = await makeAgency(db, { rootId: tree.root.id }, `Charged ${what}`, [`Payer of ${what}`])
    await db.adminPool.query('update company set api_mode = true where id = $1', [agency.id])
    const client = agency.clients[0]!
    const book = { rootId: tree.root.id, agencyId: agency.id }
    let [isBooked, mayEnd] = [() => {}, () => {}]
    const bookingDone = new Promise<void>((done) => (isBooked = done))
    const end = new Promise<void>((done) => (mayEnd = done))
    const booking = inScope(http.platform.appPool, { kind: 'agency', ...book }, async (tx) => {
      if (what === 'a lead') await chargeLeads(tx, book, Date.now(), [leadOf(client.id)], [])
      else if (what === 'a top-up') await sendTopUp(tx, client)
      else await bookDeveloperFee(tx, http.platform, book, newId(Date.now()), 19_900)
      isBooked()
      await end
    })
    await bookingDone
    const removal = what === 'the developer fee' ? remove(agency, agency.owner) : remove(client, client.user)
    await Promise.race([removal, expect.poll(waiting, { timeout: 15_000 }).toBe(1)])
    mayEnd()
    await booking
    expect(await removal).toBe(409)
  },
)

test('a company that was just removed is not charged', async () => {
  const agency = await makeAgency(db, { rootId: tree.root.id }, 'Gone', ['Gone too'])
  const book = { rootId: tree.root.id, agencyId: agency.id }
  expect(await remove(agency.clients[0]!, agency.clients[0]!.user)).toBe(200)
  const late = inScope(http.platform.appPool, { kind: 'agency', ...book }, (tx) =>
    chargeLeads(tx, book, Date.now(), [leadOf(agency.clients[0]!.id)], []),
  )
  await expect(late).rejects.toThrow('removed')
})

/** Collects a top-up as far as its attempt, and marks it as sent, since there is no gateway here. */
async function sendTopUp(tx: Tx, { id: clientId, user }: TestClient): Promise<void> {
  const book = { rootId: tree.root.id, agencyId: user.agencyId! }
  const chargeId = newId(Date.now())
  await tx.query(
    `insert into charge (agency_id, id, root_id, client_id, kind, status, full_cents, balance_id, created_at)
     values ($1, $2, $3, $4, 'campaign_top_up', 'due', 5000, $2, $5)`,
    [book.agencyId, chargeId, book.rootId, clientId, new Date()],
  )
  await beginCollection(tx, http.platform, { ...book, chargeId })
  await tx.query(`update charge set status = 'sent' where agency_id = $1 and id = $2`, [book.agencyId, chargeId])
}

const leadOf = (clientId: string): LeadDecision =>
  ({
    leadId: newId(Date.now()),
    candidate: { event: { clientId }, campaign: { retailPrice_e4: 20_000, wholesalePrice_e4: 10_000 } },
  }) as LeadDecision

/** Starts once an earlier transaction is waiting. */
async function startedThen<T>(run: () => Promise<T>): Promise<T> {
  await expect.poll(waiting, { timeout: 15_000 }).toBe(1)
  return run()
}

const withoutLocal = (agency: TestAgency) => ({
  companyID: agency.id,
  ClientID: agency.owner.id,
  userType: 'userdownline' as const,
  ClientFullName: 'Nora Narrow',
  ClientCompanyName: agency.name,
  ClientEmail: agency.owner.email,
  ClientPhone: '+1 212 555 0123',
  DownlineSubDomain: agency.name.toLowerCase(),
  selectedterms: toSelectedTerms(['Monthly']),
  selectedmodules: toSelectedModules(['locator']),
})
