import { beforeAll, describe, expect, test } from 'vitest'
import {
  downloadCreditNote,
  downloadInvoice,
  getInvoice,
  listInvoices,
  readBilling,
  settleCharge,
} from '#contract/billing/invoices.ts'
import { listRefunds, refundCharge } from '#contract/billing/refunds.ts'
import { cancelSubscription } from '#contract/billing/packages.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { balancesOf, chargesOf, sellLeads } from '#server/test/payments.ts'
import { readPdf } from '#server/test/read-pdf.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ clock, limiter: noLimits })
beforeAll(async () => {
  for (const client of tree.acme.clients) {
    const campaign = await makeCampaign(db, client, { name: `Visitors of ${client.name}` })
    await sellLeads(db, tree.acme, { client, campaign, at_ms: clock.now(), count: 4 })
  }
  clock.advance(1_000)
  const client = tree.acme.clients[0]!
  const summary = await http.as(client.user).call(readBilling, { params: { companyID: client.id } })
  expect(summary.body.data).toEqual({
    due: 0,
    accrued: 6,
    next_charge_on: '2026-11-23',
    term: 'Weekly',
    credit: 0,
    settlements: [],
    lines: [{ kind: 'leads', module: null, first_day: null, last_day: null, amount: 6 }],
    deduction: 0,
    expected: 6,
    tax: 0,
  })
  clock.advance(12 * 86_400_000)
  await closePeriodsJob.run(http.platform, {})
  // Sessions expire in the meantime.
  http.forget()
})

test('a client reads its own invoices and their lines, but not what its agency pays', async () => {
  const [client, other] = tree.acme.clients as [(typeof tree.acme.clients)[0], (typeof tree.acme.clients)[0]]
  const params = { companyID: client.id }
  const list = await http.as(client.user).call(listInvoices, { params })
  expect(list.body.data).toEqual([
    expect.objectContaining({ number: expect.stringMatching(/^2026-000[12]$/), total: 6, amount: 6, status: 'due' }),
  ])
  const invoiceID = list.body.data[0]!.id
  const answer = await http.as(client.user).call(getInvoice, { params: { ...params, invoiceID } })
  expect(answer.body.data).toMatchObject({
    seller: 'Acme Inc.',
    payer: client.name,
    lines: [{ kind: 'leads', campaign: `Visitors of ${client.name}`, quantity: 4, unit_price: 1.5, amount: 6 }],
  })
  for (const companyID of [other.id, tree.acme.id])
    expect((await http.as(client.user).call(listInvoices, { params: { companyID } })).status).toBeGreaterThan(400)
  const foreign = { companyID: other.id, invoiceID }
  expect((await http.as(tree.acme.owner).call(getInvoice, { params: foreign })).body.field).toBe('invoiceID')
})

test('invoices are numbered without gaps by seller and year, and the application cannot change them', async () => {
  const { rows } = await db.adminPool.query(
    'select issuer, number from invoice where agency_id = $1 order by issuer, number',
    [tree.acme.id],
  )
  expect(rows).toEqual([
    { issuer: 'agency', number: 1 },
    { issuer: 'agency', number: 2 },
    { issuer: 'root', number: 1 },
  ])
  for (const table of ['invoice', 'invoice_line', 'allocation'])
    await expect(db.appPool.query(`update ${table} set agency_id = agency_id`)).rejects.toThrow(/permission denied/)
})

test('the doctor reports a number that was left out', async () => {
  const problems = async () =>
    (await verifyLedger(db.appPool, [verifyInvoices]))
      .flatMap((book) => book.problems)
      .filter((one) => /gaps/.test(one))
  expect(await problems()).toEqual([])
  const skip = (table: string, by: number) =>
    db.adminPool.query(`update ${table} set last = last + $2 where agency_id = $1 and issuer = 'root'`, [
      tree.acme.id,
      by,
    ])
  await skip('invoice_series', 1)
  expect(await problems()).toEqual(['invoices of 2026 issued by the root are not numbered without gaps'])
  await skip('invoice_series', -1)
  expect(await problems()).toEqual([])
})

test('only the payee marks a charge as paid by hand, and only once', async () => {
  const { acme, root } = tree
  const client = acme.clients[0]!
  const [charge] = await chargesOf(db, client.user)
  const body = { companyID: client.id, chargeID: charge!.id }
  expect((await http.as(root.system).call(settleCharge, { body })).body.field).toBe('companyID')
  expect((await http.as(client.user).call(settleCharge, { body })).status).toBe(403)
  const answers = await Promise.all([1, 2].map(() => http.as(acme.owner).call(settleCharge, { body })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await chargesOf(db, client.user)).toMatchObject([{ status: 'settled' }])
  const [ownCharge] = await chargesOf(db, acme.owner)
  await http.as(root.system).call(settleCharge, { body: { companyID: acme.id, chargeID: ownCharge!.id } })
  expect(await balancesOf(db, acme.id)).toEqual({
    agency_revenue: 1_200,
    root_revenue: 400,
    client_receivable: -600,
    agency_bank: -600,
    root_bank: -400,
  })
  expect((await verifyLedger(db.appPool, [verifyCharges])).flatMap((book) => book.problems)).toEqual([])
  const wrong = { companyID: client.id, chargeID: ownCharge!.id }
  expect((await http.as(acme.owner).call(settleCharge, { body: wrong })).body.field).toBe('chargeID')
})

test('C079, OQ-60: canceling a subscription ends the package at once', async () => {
  const body = { companyID: tree.brightside.id }
  expect((await http.as(tree.brightside.owner).call(cancelSubscription, { body })).status).toBe(403)
  expect((await http.as(tree.root.system).call(cancelSubscription, { body })).status).toBe(200)
  const { rows } = await db.adminPool.query('select package_id from company where id = $1', [tree.brightside.id])
  expect(rows).toEqual([{ package_id: null }])
})

test('an invoice shows how much of it was refunded', async () => {
  const { acme } = tree
  const client = acme.clients[0]!
  const readInvoice = async () =>
    (await http.as(client.user).call(listInvoices, { params: { companyID: client.id } })).body.data[0]!
  const { id } = await readInvoice()
  expect(await readInvoice()).toMatchObject({ status: 'settled', amount: 6, refunded: 0 })
  for (const [amount, total] of [
    [2, 2],
    [4, 6],
  ] as const) {
    const body = { companyID: client.id, chargeId: id, amount, reason: 'mistake' as const }
    expect((await http.as(acme.owner).call(refundCharge, { body })).status).toBe(200)
    expect(await readInvoice()).toMatchObject({ amount: 6, refunded: total })
  }
})

describe('PDF documents', () => {
  const payer = () => tree.acme.clients[1]!
  const sendRaw = (language: string) =>
    db.adminPool.query('update app_user set language = $2 where id = $1', [payer().user.id, language])
  const invoiceOf = async (companyID: string) =>
    (await http.as(tree.acme.owner).call(listInvoices, { params: { companyID } })).body.data[0]!
  /** The text in the file's metadata: the letters as written, not the glyphs that are drawn. */
  const metadataOf = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('latin1')
  /** Words are drawn one by one. */
  const wordsOf = (file: Buffer): string => readPdf(file).replaceAll('\n', ' ')
  const factsOf = (file: Buffer): string => file.toString('latin1').replaceAll('\\', '')

  test('an invoice uses its payer’s language and its seller’s name, and only those two can download it', async () => {
    const companyID = payer().id
    const { id: invoiceID, number } = await invoiceOf(companyID)
    const params = { companyID, invoiceID }
    for (const user of [payer().user, tree.acme.owner]) {
      const { status, raw } = await http.as(user).call(downloadInvoice, { params })
      const text = wordsOf(raw.rawPayload)
      expect([status, raw.headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(raw.headers['content-disposition']).toContain(`invoice-${number}.pdf`)
      for (const part of [
        `Invoice ${number}`,
        'Acme Inc.',
        payer().name,
        `Visitors of ${payer().name}`,
        '$1.50',
        '$6.00',
      ])
        expect(text).toContain(part)
      for (const other of ['Leadloom', 'Brightside', '$0.50']) expect(text).not.toContain(other)
    }
    await sendRaw('ar')
    const arabic = (await http.as(payer().user).call(downloadInvoice, { params })).raw.rawPayload
    expect(factsOf(arabic)).toContain(metadataOf(`فاتورة ${number}`))
    expect(factsOf(arabic)).toContain('/Lang (ar)')
    await sendRaw('en')
    for (const user of [tree.acme.clients[0]!.user, tree.brightside.owner])
      expect((await http.as(user).call(downloadInvoice, { params })).status).toBe(404)
    const foreign = { companyID: tree.acme.clients[0]!.id, invoiceID }
    expect((await http.as(tree.acme.owner).call(downloadInvoice, { params: foreign })).body.field).toBe('invoiceID')
  })

  test('a fee’s product has the name that the agency gave it', async () => {
    const companyID = payer().id
    const { id: invoiceID } = await invoiceOf(companyID)
    await db.adminPool.query(
      `update brand set modules = '{"local": {"name": "Visitor Insight"}}' where company_id = $1`,
      [tree.acme.id],
    )
    await db.adminPool.query(
      `update invoice_line set kind = 'platform_fee', module = 'local', from_on = '2026-11-01', until_on = '2026-12-01'
        where invoice_id = $1`,
      [invoiceID],
    )
    const { raw } = await http.as(payer().user).call(downloadInvoice, { params: { companyID, invoiceID } })
    expect(wordsOf(raw.rawPayload)).toContain('Visitor Insight')
    expect(wordsOf(raw.rawPayload)).not.toContain('Site ID')
  })

  test('the operator’s invoice to an agency carries the operator’s numbering', async () => {
    const { acme, root } = tree
    const { id: invoiceID, number } = await invoiceOf(acme.id)
    for (const user of [acme.owner, root.system]) {
      const { raw } = await http.as(user).call(downloadInvoice, { params: { companyID: acme.id, invoiceID } })
      const text = wordsOf(raw.rawPayload)
      expect(number).toMatch(/^P-2026-/)
      for (const part of [`Invoice ${number}`, acme.name, '$0.50']) expect(text).toContain(part)
      expect(text).not.toContain('Brightside')
    }
  })

  test('a credit note names its invoice, the amount and the reason', async () => {
    const companyID = payer().id
    const { id: chargeId, number } = await invoiceOf(companyID)
    await http.as(tree.acme.owner).call(settleCharge, { body: { companyID, chargeID: chargeId } })
    const body = { companyID, chargeId, amount: 1.5, reason: 'quality' as const }
    expect((await http.as(tree.acme.owner).call(refundCharge, { body })).status).toBe(200)
    const answer = await http.as(payer().user).call(listRefunds, { params: { companyID, chargeId } })
    const [refund] = answer.body.data.refunds
    const params = { companyID, refundId: refund!.id }
    const { raw } = await http.as(payer().user).call(downloadCreditNote, { params })
    const text = wordsOf(raw.rawPayload)
    for (const part of [refund!.credit_note, number, 'Acme Inc.', 'Poor lead quality', '$1.50'])
      expect(text).toContain(part)
    const invoiceFile = (
      await http.as(payer().user).call(downloadInvoice, { params: { companyID, invoiceID: chargeId } })
    ).raw.rawPayload
    // What is paid and what is open come to the total.
    for (const part of ['Refunded', 'Paid with Outside the platform', 'Amount paid −$6.00', 'Page 1 of 1'])
      expect(wordsOf(invoiceFile)).toContain(part)
    expect((await http.as(tree.brightside.owner).call(downloadCreditNote, { params })).status).toBe(404)
    const foreign = { companyID: tree.acme.clients[0]!.id, refundId: refund!.id }
    expect((await http.as(tree.acme.owner).call(downloadCreditNote, { params: foreign })).body.field).toBe('refundId')
  })
})
