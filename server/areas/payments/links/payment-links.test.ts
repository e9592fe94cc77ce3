import { beforeEach, describe, expect, test } from 'vitest'
import { writeOffCharge } from '#contract/billing/credits.ts'
import { settleCharge } from '#contract/billing/invoices.ts'
import { readCard } from '#contract/payments/cards.ts'
import { checkLinkPayment, openPaymentLink, payByLink } from '#contract/payments/payment-links.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { connectAccount, sellOnCard } from '#server/test/payment-stage.ts'
import { balancesOf, cardNumbers, chargesOf, sellLeads, tokenOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'
import { reconcileChargesJob } from '../charges/reconcile.ts'
import { paymentLinkOf } from '#server/areas/billing/invoices/payment-link.ts'

// An invoice is opened from a mail and paid with any card, by whoever has the link (decision 315).

let stage = {} as SandboxTree
beforeEach(async () => {
  stage = await startSandboxTree(Date.UTC(2026, 10, 20, 12))
  await connectAccount(stage.http, stage.sandbox, stage.tree.acme)
  return () => stage.close()
})

const acme = () => stage.tree.acme
const client = () => acme().clients[0]!
const charge = async () => (await chargesOf(stage.db, client().user))[0]!

/** Ten leads at 1.50, invoiced to a client without a card. */
async function invoice(): Promise<string> {
  const { db, http, clock } = stage
  await sellLeads(db, acme(), {
    client: client(),
    campaign: await makeCampaign(db, client()),
    at_ms: clock.now(),
    count: 10,
  })
  clock.advance(3 * 86_400_000)
  await closePeriodsJob.run(http.platform, {})
  await runJobs(db, http.platform)
  http.forget()
  return linkToken()
}
const linkToken = async (): Promise<string> => {
  const { id: chargeId } = await charge()
  return new URL(paymentLinkOf(stage.http.platform, acme().owner.host, { agencyId: acme().id, chargeId })).hash.slice(1)
}
const anybody = (host = acme().owner.host) => stage.http.anonymous(host)
const open = (token: string, host?: string) => anybody(host).call(openPaymentLink, { body: { token } })
const pay = async (token: string, number: string = cardNumbers.good) =>
  anybody().call(payByLink, { body: { token, tokenid: await tokenOf(stage.sandbox, number) } })
const check = (token: string) => anybody().call(checkLinkPayment, { body: { token } })
const problems = async (): Promise<string[]> =>
  (await verifyLedger(stage.db.appPool, [verifyCharges, verifyInvoices])).flatMap((book) => book.problems)
const attempts = async (): Promise<number> =>
  (await stage.db.adminPool.query('select from charge_attempt')).rowCount ?? 0

describe('a payment link', () => {
  test('opens its invoice and pays it in place, once, with a card that is then forgotten', async () => {
    const token = await invoice()
    const { body } = await open(token)
    expect(body.data).toMatchObject({ number: '2026-0001', payer: client().name, amount: 15, state: 'open' })
    expect(body.data.lines).toMatchObject([{ kind: 'leads', quantity: 10, amount: 15 }])
    expect(body.data.form_url).toBe('http://payments.localhost:8080/card-form')
    const answer = await pay(token)
    expect(answer.body.data).toEqual({ state: 'closed', url: null })
    expect(await charge()).toMatchObject({ status: 'succeeded', paid_with: 'Visa •••• 4242' })
    expect(await balancesOf(stage.db, acme().id)).not.toHaveProperty('client_receivable')
    expect(stage.sandbox.charges()).toMatchObject([{ amount: 1_500, fee: 500, status: 'succeeded' }])
    expect(await problems()).toEqual([])
    await runJobs(stage.db, stage.http.platform)
    expect((await stage.db.adminPool.query('select from card_removal')).rowCount).toBe(0)
    expect((await stage.http.as(client().user).call(readCard)).body.data.card).toBeNull()
    // From now on it looks like any link that never was.
    expect((await open(token)).status).toBe(404)
    expect((await pay(token)).status).toBe(409)
    expect((await check(token)).body.data).toEqual({ state: 'closed', url: null })
    expect(await attempts()).toBe(1)
  })

  test('pays once when two people press the button at the same moment', async () => {
    const token = await invoice()
    const card = { token, tokenid: await tokenOf(stage.sandbox) }
    const answers = await Promise.all([
      anybody().call(payByLink, { body: card }),
      anybody().call(payByLink, { body: card }),
      pay(token, '5555555555554444'),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect(stage.sandbox.charges()).toHaveLength(1)
    expect(await problems()).toEqual([])
  })

  test('is absent on another host, forged, for another invoice, and once the invoice is paid or given up', async () => {
    const token = await invoice()
    const bytes = Buffer.from(token, 'base64url')
    bytes[0]! ^= 1
    const wrong = [bytes.toString('base64url'), token.slice(0, -2), `${token}A`, 'x', '~'.repeat(43)]
    for (const one of wrong) expect([one, (await open(one)).status]).toEqual([one, 404])
    expect((await open(token, stage.tree.brightside.owner.host)).status).toBe(404)
    expect((await open(token, stage.tree.root.system.host)).status).toBe(404)
    const body = { companyID: client().id, chargeId: (await charge()).id, reason: 'Closed' }
    await stage.http.as(acme().owner).call(writeOffCharge, { body })
    expect((await charge()).status).toBe('written_off')
    expect((await open(token)).status).toBe(404)
    expect((await pay(token)).status).toBe(409)
    expect(stage.sandbox.charges()).toEqual([])
  })

  test('is absent once its client or its agency is removed', async () => {
    const token = await invoice()
    for (const id of [client().id, acme().id]) {
      const remove = (at: string) =>
        stage.db.adminPool.query(`update company set removed_at = ${at} where id = $1`, [id])
      await remove('now()')
      expect([(await open(token)).status, (await pay(token)).status]).not.toContain(200)
      await remove('null')
    }
    expect((await open(token)).status).toBe(200)
    expect(stage.sandbox.charges()).toEqual([])
  })

  test('is not offered for cards by an agency that bills by hand', async () => {
    const token = await invoice()
    await stage.db.adminPool.query('update company set manual_bill = true where id = $1', [acme().id])
    expect((await open(token)).body.data).toMatchObject({ state: 'open', form_url: null })
    expect((await pay(token)).status).toBe(409)
    const body = { companyID: client().id, chargeID: (await charge()).id }
    expect((await stage.http.as(acme().owner).call(settleCharge, { body })).status).toBe(200)
    expect((await open(token)).status).toBe(404)
  })
})

describe('a payment by link that fails', () => {
  test('is refused at its field, and leaves a charge without a card as it was', async () => {
    const token = await invoice()
    const before = await charge()
    const answer = await pay(token, cardNumbers.declined)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ field: 'tokenid', message: 'This card was declined. Use another one.' })
    expect(await charge()).toEqual(before)
    expect((await stage.db.adminPool.query('select from dunning_case')).rowCount).toBe(0)
    expect((await pay(token)).body.data.state).toBe('closed')
    expect(await problems()).toEqual([])
  })

  test('leaves a declined charge to its own card and its retries; one that succeeds ends them', async () => {
    await sellOnCard(stage, { clock: stage.clock, tokenid: await tokenOf(stage.sandbox, cardNumbers.noFunds) })
    const token = await linkToken()
    const before = await charge()
    expect(before).toMatchObject({ status: 'declined', cause: 'insufficient_funds', paid_with: 'Visa •••• 3178' })
    expect((await pay(token, cardNumbers.lost)).status).toBe(422)
    expect(await charge()).toEqual(before)
    const retries = () => stage.db.adminPool.query('select tries, next_on from dunning_case where ended_at is null')
    expect((await retries()).rows).toHaveLength(1)
    expect((await pay(token)).status).toBe(200)
    expect((await retries()).rows).toEqual([])
    expect((await stage.http.as(client().user).call(readCard)).body.data.card).toMatchObject({ last4: '3178' })
    expect(await problems()).toEqual([])
  })
})

describe('a payment by link', () => {
  test('waits for its bank, where the payer is sent, and is withdrawn half an hour later', async () => {
    const token = await invoice()
    const before = await charge()
    const first = await pay(token, cardNumbers.asksPayer)
    expect(first.body.data).toMatchObject({ state: 'processing', url: expect.stringContaining('/confirm') })
    expect((await open(token)).body.data.state).toBe('processing')
    stage.clock.advance(31 * 60_000)
    await reconcileChargesJob.run(stage.http.platform, {})
    expect(await charge()).toEqual(before)
    const again = await pay(token, cardNumbers.asksPayer)
    const link = new URL(again.body.data.url!).searchParams.get('link')!
    const answer = new URLSearchParams({ link, answer: 'confirmed' })
    const back = await fetch(`${stage.sandbox.url}/confirm`, { method: 'POST', redirect: 'manual', body: answer })
    expect(back.headers.get('location')).toMatch(new RegExp(`/pay-invoice\\?back=1#${token}$`))
    expect((await check(token)).body.data).toEqual({ state: 'closed', url: null })
    expect(await problems()).toEqual([])
  })

  test('stops after ten cards on one invoice in a day', async () => {
    const token = await invoice()
    for (let card = 0; card < 10; card++) expect((await pay(token, cardNumbers.declined)).status).toBe(422)
    expect((await pay(token)).status).toBe(429)
    stage.clock.advance(86_400_000)
    expect((await pay(token)).status).toBe(200)
  })
})
