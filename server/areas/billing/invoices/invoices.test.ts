import { afterAll, beforeAll, expect, test } from 'vitest'
import { getInvoice, listInvoices, readBilling, settleCharge } from '#contract/billing/invoices.ts'
import { refundCharge } from '#contract/billing/refunds.ts'
import { cancelSubscription } from '#contract/billing/packages.ts'
import { verifyLedger } from '#server/areas/ledger/public.ts'
import { verifyCharges } from '#server/areas/billing/public.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { createTestApp, unlimited, type TestApp } from '#server/test/app.ts'
import { makeCampaign, makeTree, type TestTree } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { balancesOf, chargesOf, sellLeads } from '#server/test/payments.ts'

let db: TestDatabase
let http: TestApp
let tree: TestTree
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
  http = await createTestApp(db, { clock, limiter: unlimited })
  for (const client of tree.acme.clients) {
    const campaign = await makeCampaign(db, client, { name: `Visitors of ${client.name}` })
    await sellLeads(db, tree.acme, { client, campaign, at_ms: clock.now(), count: 4 })
  }
  clock.advance(1_000)
  const client = tree.acme.clients[0]!
  const summary = await http.as(client.user).call(readBilling, { params: { companyID: client.id } })
  expect(summary.body.data).toEqual({ due: 0, accrued: 6, next_charge_on: '2026-11-23', term: 'Weekly' })
  clock.advance(12 * 86_400_000)
  await closePeriodsJob.run(http.platform, {})
  // Nobody stays signed in for so long.
  http.forget()
})
afterAll(async () => {
  await http.close()
  await db.drop()
})

test('a client reads its own invoices, line by line, and nothing of what its agency pays', async () => {
  const [client, other] = tree.acme.clients as [(typeof tree.acme.clients)[0], (typeof tree.acme.clients)[0]]
  const params = { companyID: client.id }
  const list = await http.as(client.user).call(listInvoices, { params })
  expect(list.body.data).toEqual([
    expect.objectContaining({ number: expect.stringMatching(/^2026-000[12]$/), total: 6, amount: 6, status: 'due' }),
  ])
  const invoiceID = list.body.data[0]!.id
  const shown = await http.as(client.user).call(getInvoice, { params: { ...params, invoiceID } })
  expect(shown.body.data).toMatchObject({
    seller: 'Acme Inc.',
    payer: client.name,
    lines: [{ kind: 'leads', campaign: `Visitors of ${client.name}`, quantity: 4, unit_price: 1.5, amount: 6 }],
  })
  for (const companyID of [other.id, tree.acme.id])
    expect((await http.as(client.user).call(listInvoices, { params: { companyID } })).status).toBeGreaterThan(400)
  const foreign = { companyID: other.id, invoiceID }
  expect((await http.as(tree.acme.owner).call(getInvoice, { params: foreign })).body.field).toBe('invoiceID')
})

test('invoices are numbered without gaps by seller and year, and nobody can change one', async () => {
  const { rows } = await db.adminPool.query(
    'select issuer, number from invoice where agency_id = $1 order by issuer, number',
    [tree.acme.id],
  )
  expect(rows).toEqual([
    { issuer: 'agency', number: 1 },
    { issuer: 'agency', number: 2 },
    { issuer: 'root', number: 1 },
  ])
  for (const table of ['invoice', 'invoice_line', 'invoice_transfer'])
    await expect(db.appPool.query(`update ${table} set agency_id = agency_id`)).rejects.toThrow(/permission denied/)
})

test('whoever is paid says that they were, by hand and once; nobody else does', async () => {
  const { acme, root } = tree
  const client = acme.clients[0]!
  const [charge] = await chargesOf(db, client.user)
  const body = { companyID: client.id, chargeID: charge!.id }
  expect((await http.as(root.system).call(settleCharge, { body })).body.field).toBe('companyID')
  expect((await http.as(client.user).call(settleCharge, { body })).status).toBe(403)
  const answers = await Promise.all([1, 2].map(() => http.as(acme.owner).call(settleCharge, { body })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await chargesOf(db, client.user)).toMatchObject([{ status: 'settled' }])
  const [own] = await chargesOf(db, acme.owner)
  await http.as(root.system).call(settleCharge, { body: { companyID: acme.id, chargeID: own!.id } })
  expect(await balancesOf(db, acme.id)).toEqual({
    agency_revenue: 1_200,
    root_revenue: 400,
    client_receivable: -600,
    agency_bank: -600,
    root_bank: -400,
  })
  expect((await verifyLedger(db.appPool, [verifyCharges])).flatMap((book) => book.problems)).toEqual([])
  const wrong = { companyID: client.id, chargeID: own!.id }
  expect((await http.as(acme.owner).call(settleCharge, { body: wrong })).body.field).toBe('chargeID')
})

test('C079, OQ-60: cancelling a subscription ends the package at once', async () => {
  const body = { companyID: tree.brightside.id }
  expect((await http.as(tree.brightside.owner).call(cancelSubscription, { body })).status).toBe(403)
  expect((await http.as(tree.root.system).call(cancelSubscription, { body })).status).toBe(200)
  const { rows } = await db.adminPool.query('select package_id from company where id = $1', [tree.brightside.id])
  expect(rows).toEqual([{ package_id: null }])
})

test('an invoice says what was given back of it', async () => {
  const { acme } = tree
  const client = acme.clients[0]!
  const listed = async () =>
    (await http.as(client.user).call(listInvoices, { params: { companyID: client.id } })).body.data[0]!
  const { id } = await listed()
  expect(await listed()).toMatchObject({ status: 'settled', amount: 6, refunded: 0 })
  for (const [amount, refunded] of [
    [2, 2],
    [4, 6],
  ] as const) {
    const body = { companyID: client.id, chargeId: id, amount, reason: 'mistake' as const }
    expect((await http.as(acme.owner).call(refundCharge, { body })).status).toBe(200)
    expect(await listed()).toMatchObject({ amount: 6, refunded })
  }
})
