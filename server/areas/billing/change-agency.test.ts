import { describe, expect, test } from 'vitest'
import { readAccess } from '#contract/people/user.ts'
import { listCharges } from '#contract/billing/charges.ts'
import { excludeMinimumSpend, quoteBilling, setBillingMethod, settleManualBill } from '#contract/billing/manual-bill.ts'
import { setPackage } from '#contract/billing/packages.ts'
import { readSetting, saveSetting } from '#contract/settings/settings.ts'
import { listCompanies } from '#contract/companies/companies.ts'
import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign, type TestAgency, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ limiter: noLimits, clock })

const rowOf = async (agency: TestAgency) =>
  (
    await http.as(tree.root.system).call(listCompanies, { params: { companyID: tree.root.id, type: 'agency' } })
  ).body.data.find(({ company_id }) => company_id === agency.id)!
const lastEntry = async (agency: TestAgency) =>
  (
    await db.adminPool.query(
      'select action, target_name, before, after from activity where book_id = $1 order by seq desc limit 1',
      [agency.id],
    )
  ).rows[0] as { action: string; before: object; after: object }
const bill = (companyID: string, manualBill: string, more: object = {}, user: TestUser = tree.root.system) =>
  http.as(user).call(setBillingMethod, { body: { companyID, manualBill, ...more } })
const chargesOf = async (agency: TestAgency) =>
  (await http.as(agency.owner).call(listCharges, { params: { companyID: agency.id } })).body.data

/** Books a cost of leads that the agency owes, as the pipeline does. */
const owe = (agency: TestAgency, amount_cents: number, rootId = tree.root.id): Promise<unknown> => {
  const book = { rootId, agencyId: agency.id }
  return inScope(http.platform.appPool, { kind: 'agency', ...book }, async (tx) => {
    const [cost, revenue] = [
      { kind: 'agency_payable', clientId: null },
      { kind: 'root_revenue', clientId: null },
    ] as const
    const of = await ensureAccounts(tx, book, clock.now(), [cost, revenue])
    const flow = {
      debitAccountId: of(cost),
      creditAccountId: of(revenue),
      kind: 'lead_wholesale',
      referenceKind: 'lead',
      clientId: null,
    }
    await postTransfers(tx, book, clock.now(), [
      { id: newId(clock.now()), flow, amount_e4: amount_cents * 100, referenceId: newId(clock.now()) },
    ])
  })
}

describe('manual billing (C123)', () => {
  test('R195, R196, R260: is turned on and off; turning it off stops all campaigns and makes the debt due once', async () => {
    const { acme } = tree
    const [first, second] = acme.clients as [TestAgency['clients'][0], TestAgency['clients'][0]]
    const [running, otherCampaign, pausedCampaign] = [
      await makeCampaign(db, first),
      await makeCampaign(db, second),
      await makeCampaign(db, first, { status: 'pause' }),
    ]
    const elsewhere = await makeCampaign(db, tree.brightside.clients[0]!)
    const on = await bill(acme.id, 'T')
    expect([on.status, on.body.message]).toEqual([200, 'Setting has been saved.'])
    expect(await rowOf(acme)).toMatchObject({ manual_bill: 'T', active_campaigns: 2 })
    expect(await chargesOf(acme)).toEqual([])
    await owe(acme, 1_234)
    const operationId = newId(clock.now())
    const off = await Promise.all([1, 2].map(() => bill(acme.id, 'F', { operationId })))
    expect(off.map(({ status }) => status)).toEqual([200, 200])
    expect(await rowOf(acme)).toMatchObject({ manual_bill: 'F', active_campaigns: 0, campaigns: 3 })
    const { rows } = await db.adminPool.query<{ id: string; status: string }>('select id, status from campaign')
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
      [running.id]: 'stop',
      [otherCampaign.id]: 'stop',
      [pausedCampaign.id]: 'pause',
      [elsewhere.id]: 'active',
    })
    expect(await chargesOf(acme)).toEqual([
      expect.objectContaining({ id: operationId, kind: 'manual_bill', status: 'due', amount: 12.34, discount: 0 }),
    ])
    expect(await lastEntry(acme)).toMatchObject({
      action: 'billing.manualBillSet',
      before: { manual_bill: true },
      after: { manual_bill: false, stopped_campaigns: 2, due: 12.34 },
    })
  })

  test('does not charge again what is already due, and creates one charge per operation ID', async () => {
    const { acme } = tree
    const usedId = (await chargesOf(acme))[0]!.id
    await bill(acme.id, 'T')
    const nothing = await bill(acme.id, 'F', { operationId: newId(clock.now()) })
    expect([nothing.status, (await chargesOf(acme)).length]).toEqual([200, 1])
    await bill(acme.id, 'T')
    await owe(acme, 100)
    expect(await bill(acme.id, 'F', { operationId: usedId })).toMatchObject({
      status: 422,
      body: { field: 'operationId' },
    })
    // Nothing was changed, so the switch on the page goes back (R197).
    expect(await rowOf(acme)).toMatchObject({ manual_bill: 'T' })
    clock.advance(1_000)
    expect((await bill(acme.id, 'F', { operationId: newId(clock.now()) })).status).toBe(200)
    expect((await chargesOf(acme)).map(({ amount }) => amount)).toEqual([1, 12.34])
  })

  test('R195: without an operation ID, the same call within a minute or with the same Idempotency-Key is one operation', async () => {
    const { brightside } = tree
    const off = (headers?: Record<string, string>) =>
      http.as(tree.root.system).call(setBillingMethod, { body: { companyID: brightside.id, manualBill: 'F' }, headers })
    await bill(brightside.id, 'T')
    await owe(brightside, 500)
    expect((await Promise.all([off(), off()])).map(({ status }) => status)).toEqual([200, 200])
    const [first] = await chargesOf(brightside)
    expect(first).toMatchObject({ amount: 5 })
    await bill(brightside.id, 'T')
    await owe(brightside, 100)
    expect((await off()).status).toBe(409)
    clock.advance(60_000)
    const headers = { 'idempotency-key': 'july-settlement' }
    expect((await off(headers)).status).toBe(200)
    await bill(brightside.id, 'T')
    await owe(brightside, 100)
    expect((await off(headers)).status).toBe(409)
    expect((await off({ 'idempotency-key': 'x'.repeat(256) })).body.field).toBe('Idempotency-Key')
    expect((await off()).status).toBe(200)
    expect((await chargesOf(brightside)).map(({ amount }) => amount)).toEqual([1, 1, 5])
  })

  test('is turned off only at the amount shown: if it changed, the call is rejected and nothing stops', async () => {
    const { brightside } = tree
    const earlier = await chargesOf(brightside)
    const earlierDue = earlier.reduce((sum, one) => sum + one.amount, 0)
    clock.advance(1_000)
    const readQuote = async (user: TestUser = tree.root.system, purpose = 'manual_bill') =>
      http.as(user).call(quoteBilling, { params: { companyID: brightside.id, purpose } })
    await bill(brightside.id, 'T')
    await owe(brightside, 9_900)
    const { data } = (await readQuote()).body
    expect(data.amount).toBe(99)
    await owe(brightside, 990_000)
    const operationId = newId(clock.now())
    const running = await makeCampaign(db, brightside.clients[1] ?? brightside.clients[0]!)
    for (const more of [{ quote_id: data.quote_id }, {}]) {
      const answer = await bill(brightside.id, 'F', { operationId, ...more })
      expect([answer.status, answer.body.code]).toEqual([409, 'terms_changed'])
    }
    const { rows } = await db.adminPool.query('select status from campaign where id = $1', [running.id])
    expect([await rowOf(brightside), await chargesOf(brightside), rows]).toEqual([
      expect.objectContaining({ manual_bill: 'T' }),
      earlier,
      [{ status: 'active' }],
    ])
    const { quote_id, amount } = (await readQuote()).body.data
    expect((await bill(brightside.id, 'F', { operationId, quote_id })).status).toBe(200)
    const [charge, ...others] = await chargesOf(brightside)
    expect([amount, charge?.amount, others]).toEqual([9_999, 9_999, earlier])
    expect((await readQuote(tree.root.system, 'settlement')).body.data.amount).toBe(9_999 + earlierDue)
    for (const user of [tree.root.salesRep, brightside.owner]) expect((await readQuote(user)).status).toBe(403)
  })

  test('leaves a debt below the card minimum booked, and does not charge it', async () => {
    const { agency, rootId, system } = tree.other
    const on = await bill(agency.id, 'T', {}, system)
    await owe(agency, 49, rootId)
    const params = { companyID: agency.id, purpose: 'manual_bill' }
    expect((await http.as(system).call(quoteBilling, { params })).body.data.amount).toBe(0)
    expect([on.status, (await bill(agency.id, 'F', {}, system)).status]).toEqual([200, 200])
    expect(await chargesOf(agency)).toEqual([])
  })

  test('is rejected for companies other than agencies, and for sales staff and agencies (R151)', async () => {
    expect((await bill(tree.acme.id, 'maybe')).body.field).toBe('manualBill')
    expect((await bill(tree.acme.clients[0]!.id, 'T')).body.field).toBe('companyID')
    expect((await bill(tree.other.agency.id, 'T')).status).toBe(404)
    for (const user of [tree.root.salesRep, tree.root.executive, tree.acme.owner])
      expect((await bill(tree.acme.id, 'T', {}, user)).status).toBe(403)
  })
})

describe('a failed payment (C078)', () => {
  test('R193: is cleared and logged by a settlement, which may be repeated', async () => {
    const { brightside } = tree
    const settle = (userID: string, user: TestUser = tree.root.system) =>
      http.as(user).call(settleManualBill, { body: { userID } })
    await db.adminPool.query(`update company set payment_status = 'failed' where id = $1`, [brightside.id])
    http.forget()
    expect((await settle(brightside.admin.id)).body.field).toBe('userID')
    expect((await settle(brightside.clients[0]!.user.id)).body.field).toBe('userID')
    expect((await settle(tree.other.agency.owner.id)).status).toBe(404)
    for (const user of [tree.root.salesRep, brightside.owner, brightside.admin])
      expect((await settle(brightside.owner.id, user)).status).toBe(403)
    expect((await rowOf(brightside)).payment_status).toBe('failed')
    const answer = await settle(brightside.owner.id)
    expect([answer.status, answer.body.message]).toEqual([
      200,
      'Manual Bill Settlement has been successfully processed.',
    ])
    expect((await rowOf(brightside)).payment_status).toBe('ok')
    expect(await lastEntry(brightside)).toMatchObject({
      action: 'billing.manualBillSettled',
      target_name: 'Brightside',
      before: { payment_status: 'failed' },
    })
    expect((await settle(brightside.owner.id)).status).toBe(200)
  })
})

describe('the minimum spend', () => {
  test('R259, R150: is 0 until the operator sets it, and is then shown to agencies but never to clients', async () => {
    const readMinimum = async (user: TestUser) =>
      (await http.as(user).call(readAccess, { params: { id: 'all' } })).body.data.minspend_setting
    expect(await readMinimum(tree.acme.owner)).toEqual({ status: 0, first_month: 0, second_month: 0, monthly: 0 })
    const values = { status: 1, first_month: '250', second_month: 500.5, monthly: 1000 }
    const body = { companyID: tree.root.id, settingname: 'minspend_setting', ...values }
    expect((await http.as(tree.root.system).call(saveSetting, { body })).status).toBe(200)
    const figures = { status: 1, first_month: 250, second_month: 500.5, monthly: 1000 }
    expect(await readMinimum(tree.acme.owner)).toEqual(figures)
    expect(await readMinimum(tree.acme.clients[0]!.user)).toBeNull()
    const query = { companyID: tree.root.id, settingname: 'minspend_setting' }
    expect((await http.as(tree.root.system).call(readSetting, { query })).body.data).toMatchObject(figures)
    for (const [field, value] of [
      ['first_month', -1],
      ['second_month', 1e21],
      ['monthly', 'NaN'],
      ['monthly', 1.005],
      ['monthly', '1'.repeat(300)],
      ['status', 2],
    ] as const) {
      const { status, body: refusal } = await http
        .as(tree.root.system)
        .call(saveSetting, { body: { ...body, [field]: value } })
      expect([value, status, refusal.field]).toEqual([value, 422, field])
    }
    const agencyBody = { ...body, companyID: tree.acme.id }
    expect((await http.as(tree.acme.owner).call(saveSetting, { body: agencyBody })).status).toBe(403)
    expect((await http.as(tree.root.system).call(saveSetting, { body: agencyBody })).status).toBe(403)
  })

  test('C077, R192, R260: excludes an agency and includes it again, by toggling or by value', async () => {
    const turn = (more: object = {}, companyID = tree.acme.id, user: TestUser = tree.root.system) =>
      http.as(user).call(excludeMinimumSpend, { body: { companyID, ...more } })
    const first = await turn()
    expect([first.status, first.body.exclude_minimum_spend]).toEqual([200, 1])
    expect((await rowOf(tree.acme)).exclude_minimum_spend).toBe(1)
    expect((await turn({ exclude_minimum_spend: 1 })).body.exclude_minimum_spend).toBe(1)
    expect((await turn()).body).toMatchObject({ exclude_minimum_spend: 0, message: 'Setting has been saved.' })
    expect(await lastEntry(tree.acme)).toMatchObject({ after: { exclude_minimum_spend: 0 } })
    expect((await turn({ exclude_minimum_spend: 2 })).body.field).toBe('exclude_minimum_spend')
    expect((await turn({}, tree.acme.clients[0]!.id)).body.field).toBe('companyID')
    expect((await turn({}, tree.other.agency.id)).status).toBe(404)
    expect((await turn({}, tree.acme.id, tree.acme.owner)).status).toBe(403)
  })
})

describe('packages (C076)', () => {
  test('R194, T099 to T103: NWM, NWY, WM, WY and FREE are assigned and removed; the label decides whose colors show (R157)', async () => {
    const give = (packageID: string, user: TestUser = tree.root.system) =>
      http.as(user).call(setPackage, { body: { companyID: tree.acme.id, packageID } })
    const access = async () => (await http.as(tree.acme.owner).call(readAccess, { params: { id: 'all' } })).body.data
    expect(await rowOf(tree.acme)).toMatchObject({ package_id: 'FREE' })
    const labels: [string, 'T' | 'F'][] = [
      ['NWM', 'F'],
      ['WM', 'T'],
      ['NWY', 'F'],
      ['FREE', 'F'],
      ['WY', 'T'],
      ['', 'T'],
    ]
    for (const [label, is_whitelabeling] of labels) {
      expect((await give(label)).body.message).toBe('Setting has been saved.')
      expect((await rowOf(tree.acme)).package_id).toBe(label)
      expect(await access()).toMatchObject({ package_id: label, is_whitelabeling })
    }
    expect(await lastEntry(tree.acme)).toMatchObject({
      action: 'billing.packageSet',
      before: { package_id: 'WY' },
      after: { package_id: '' },
    })
    expect((await give('GOLD')).body.field).toBe('packageID')
    expect((await give('WM', tree.acme.owner)).status).toBe(403)
    expect((await give('WM', tree.other.system)).status).toBe(404)
    await give('FREE')
  })
})
