import { beforeEach, describe, expect, test } from 'vitest'
import { listCharges } from '#contract/billing/charges.ts'
import { createCustomer, replaceCard } from '#contract/payments/cards.ts'
import { readAccess } from '#contract/people/user.ts'
import { makeDownloadTicket } from '#contract/sign-in/session.ts'
import {
  chargeWallet,
  downloadWalletHistory,
  listWalletHistory,
  readWallet,
  saveWallet,
  stopContinualTopUp,
} from '#contract/wallet/wallet.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyLeads } from '#server/areas/leads/verify-leads.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { verifyPrepaid } from '#server/areas/prepaid/verify-prepaid.ts'
import { newId, uuidOf } from '#server/platform/ids.ts'
import { cardholder } from '#server/test/payment-stage.ts'
import { balancesOf, cardNumbers, chargesOf, tokenOf } from '#server/test/payments.ts'
import { buyPrepaid, lotsOf, takeFromWallet } from '#server/test/prepaid.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'
import { maintainWalletsJob } from './maintain-wallets.ts'

let { db, http, tree, sandbox, clock } = {} as SandboxTree
const start_ms = Date.UTC(2026, 10, 20, 18)
const day_ms = 86_400_000
beforeEach(async () => {
  const { close, ...stage } = await startSandboxTree(start_ms)
  ;({ db, http, tree, sandbox, clock } = stage)
  return close
})

/** Moves the clock and forgets the sessions, which expire in the meantime. */
const moveTo = (at_ms: number): void => {
  clock.advance(at_ms - clock.now())
  http.forget()
}

const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyLeads, verifyCharges, verifyPrepaid])).flatMap((book) => book.problems)

const storeCard = async (
  number: string = cardNumbers.good,
  operation: typeof createCustomer | typeof replaceCard = createCustomer,
): Promise<void> => {
  const body = { tokenid: await tokenOf(sandbox, number), ...cardholder }
  expect((await http.as(tree.acme.owner).call(operation, { body })).status).toBe(200)
  await runJobs(db, http.platform)
}

const plain = { amount: 250, custom_amount: 'F' }
const buying = { amount: 250, custom_amount: 'F', stop_continual: 'F', payment_type: 'credit_card' }
const charge = (over: object = {}) =>
  http.as(tree.acme.owner).call(chargeWallet, { body: { company_id: tree.acme.id, ...buying, ...over } })
const panel = async (date?: string) =>
  (await http.as(tree.acme.owner).call(readWallet, { query: { company_id: tree.acme.id, ...(date && { date }) } })).body
    .data
const save = (body: object) =>
  http.as(tree.acme.owner).call(saveWallet, { body: { company_id: tree.acme.id, ...body } })
const stop = (stop_continual: string) =>
  http.as(tree.acme.owner).call(stopContinualTopUp, { body: { company_id: tree.acme.id, stop_continual } })
const book = () => ({ rootId: tree.root.id, agencyId: tree.acme.id })
const buyByHand = (amount_cents: number, at_ms = clock.now()) => buyPrepaid(db, book(), { amount_cents, at_ms })
/** Uses up money the way the lead pipeline does. */
const useUp = (cents: number): Promise<void> => takeFromWallet(db, book(), clock.now(), cents * 100)

describe('the Data Wallet', () => {
  test('R246: is empty at first, and shows the current month in the agency’s time zone', async () => {
    // Still October in Chicago.
    moveTo(Date.UTC(2026, 10, 1, 4))
    await storeCard()
    expect(await panel()).toEqual({
      balance_amount: 0,
      total_amount: 0,
      last_balance_amount: 0,
      held_amount: 0,
      amount: 250,
      custom_amount: 'F',
      stop_continual: 'F',
      is_enable_topup_prepaid_direct_payment: 'T',
      month: '2026-10',
      continual_declined: 'F',
      current_month: '2026-10',
      transaction_history: [],
      open_topup: null,
      next_expiry: null,
      leads_stopped: 'F',
    })
  })

  test('charges a top-up to the card, and adds it once it is paid', async () => {
    await storeCard()
    expect((await charge({ ip_user: '203.0.113.9', timezone: 'America/Chicago' })).body).toEqual({
      result: 'success',
      message: 'Your top-up is being charged.',
    })
    expect(await panel()).toMatchObject({ balance_amount: 0, open_topup: { amount: 250, status: 'due' } })
    await runJobs(db, http.platform)
    expect(await panel()).toMatchObject({
      balance_amount: 250,
      total_amount: 250,
      last_balance_amount: 250,
      open_topup: null,
      transaction_history: [
        {
          title: 'Top-up',
          amount: 250,
          transaction_type: 'topup',
          created_at: new Date(start_ms).toISOString(),
          expired_at: '2027-11-20T18:00:00.000Z',
        },
      ],
    })
    expect(await balancesOf(db, tree.acme.id)).toEqual({ clearing: -25_000, wallet: 25_000 })
    const { data } = (await http.as(tree.acme.owner).call(listCharges, { params: { companyID: tree.acme.id } })).body
    expect(data).toMatchObject([{ kind: 'wallet_top_up', status: 'succeeded', amount: 250 }])
    expect(await problems()).toEqual([])
  })

  test('makes one top-up per operation, and rejects another while one is pending', async () => {
    await storeCard()
    const operationId = newId(start_ms)
    const answers = await Promise.all([1, 2, 3].map(() => charge({ operationId })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await charge({ operationId, amount: 500 })).toMatchObject({ status: 422, body: { field: 'operationId' } })
    expect((await charge({ operationId: newId(start_ms) })).body).toMatchObject({
      message: 'A top-up is being charged already.',
    })
    await runJobs(db, http.platform)
    expect(await chargesOf(db, tree.acme.owner)).toHaveLength(1)
    expect((await charge({ operationId: newId(start_ms) })).status).toBe(200)
    await runJobs(db, http.platform)
    expect(await panel()).toMatchObject({ balance_amount: 500, last_balance_amount: 500 })
    // A repetition that comes late undoes nothing that was saved since.
    await save({ ...plain, amount: 1_000 })
    expect((await charge({ operationId })).status).toBe(200)
    expect(await panel()).toMatchObject({ amount: 1_000, balance_amount: 500, open_topup: null })
  })

  test('rejects the id reserved for charging the month', async () => {
    await storeCard()
    const operationId = uuidOf(['leads', tree.acme.id, tree.acme.id, '2026-12-01'])
    expect(await charge({ operationId })).toMatchObject({ status: 422, body: { field: 'operationId' } })
    expect(await chargesOf(db, tree.acme.owner)).toEqual([])
    expect((await charge({ operationId: crypto.randomUUID() })).status).toBe(200)
  })

  test('R239, R240, R242, T124: rejects an invalid amount by field, and moves no money', async () => {
    await storeCard()
    const cases: [over: object, message: string][] = [
      [{ amount: 249.99 }, 'The minimum amount is $250'],
      [{ amount: '0' }, 'The minimum amount is $250'],
      [{ amount: 2499.99, custom_amount: 'T' }, 'The minimum amount is $2,500'],
      [{ amount: 300 }, 'Choose $250, $500 or $1,000, or a custom amount.'],
      [{ amount: 50_000.01, custom_amount: 'T' }, 'The maximum amount is $50,000'],
      [{ amount: -250 }, 'Please enter a valid amount.'],
      [{ amount: 1e21 }, 'Please enter a valid amount.'],
      [{ amount: 'NaN' }, 'Please enter a valid amount.'],
      [{ amount: null }, 'Please enter a valid amount.'],
      [{ amount: '250.001' }, 'Please enter a valid amount.'],
      [{ amount: '2,500', custom_amount: 'T' }, 'Please enter a valid amount.'],
      [{ amount: '' }, 'Please enter a valid amount.'],
    ]
    for (const [over, message] of cases)
      for (const answer of [await charge(over), await save({ ...plain, ...over })])
        expect([over, answer.status, answer.body.field, answer.body.message]).toEqual([over, 422, 'amount', message])
    expect(await chargesOf(db, tree.acme.owner)).toEqual([])
    expect(await panel()).toMatchObject({ amount: 250, custom_amount: 'F' })
  })

  test.each([250, '500', '1000.00'])('has %s as a preset', async (amount) => {
    expect((await save({ amount, custom_amount: 'F' })).body).toEqual({
      result: 'success',
      message: 'Your settings have been saved.',
    })
    expect(await panel()).toMatchObject({ amount: Number(amount), custom_amount: 'F' })
  })

  test('charges nothing without a card, and the page says what is missing', async () => {
    expect(await panel()).toMatchObject({ is_enable_topup_prepaid_direct_payment: 'F' })
    expect((await charge()).status).toBe(409)
    expect(await chargesOf(db, tree.acme.owner)).toEqual([])
  })

  test('treats a declined top-up as no debt: the agency continues, and may retry with another card', async () => {
    await storeCard(cardNumbers.noFunds)
    await charge()
    await runJobs(db, http.platform)
    expect(await panel()).toMatchObject({
      balance_amount: 0,
      open_topup: { amount: 250, status: 'declined', cause: 'insufficient_funds' },
    })
    expect((await http.as(tree.acme.owner).call(readAccess)).body.data).toMatchObject({ paymentStatusFailed: 'F' })
    // Storing a card doesn't retry the declined top-up.
    await storeCard(cardNumbers.good, replaceCard)
    expect(await chargesOf(db, tree.acme.owner)).toMatchObject([{ status: 'declined' }])
    clock.advance(60_000)
    await charge()
    await runJobs(db, http.platform)
    expect(await panel()).toMatchObject({ balance_amount: 250, open_topup: null })
    expect(await problems()).toEqual([])
  })

  test('R243, R260: stops and resumes continual top-up, and logs each once', async () => {
    expect((await stop('T')).status).toBe(200)
    expect((await stop('T')).status).toBe(200)
    expect(await panel()).toMatchObject({ stop_continual: 'T' })
    await stop('F')
    expect(await panel()).toMatchObject({ stop_continual: 'F' })
    const { rows } = await db.adminPool.query(
      `select count(*)::int as n from activity where action = 'billing.continualTopUpSet' and agency_id = $1`,
      [tree.acme.id],
    )
    expect(rows[0].n).toBe(2)
  })

  test('keeps continual top-up stopped when a top-up is bought without saying so', async () => {
    await storeCard()
    await stop('T')
    expect((await charge({ stop_continual: undefined })).status).toBe(200)
    expect(await panel()).toMatchObject({ stop_continual: 'T', open_topup: { amount: 250 } })
  })
})

describe('the wallet history', () => {
  test('R246, R267: covers one month, leads by day, newest first', async () => {
    await buyByHand(25_000)
    await useUp(1_250)
    await useUp(50)
    clock.advance(day_ms)
    await useUp(100)
    moveTo(clock.now() + 20 * day_ms)
    await buyByHand(50_000)
    const list = async (date: string) =>
      (await http.as(tree.acme.owner).call(listWalletHistory, { query: { company_id: tree.acme.id, date } })).body.data
        .transaction_history
    expect((await list('2026-11')).map(({ title, amount, leads }) => [title, amount, leads])).toEqual([
      ['Leads', -1, 1],
      ['Leads', -13, 2],
      ['Top-up', 250, 0],
    ])
    expect((await list('2026-12')).map(({ amount }) => amount)).toEqual([500])
    expect(await list('2000-01')).toEqual([])
    expect(await list('2100-12')).toEqual([])
  })

  test('accepts months with four digits and two, from 2000 to 2100', async () => {
    for (const date of ['2026-13', '2026-00', '9999-12', '0001-01', '2026-1', '2026-11-01', 'x']) {
      const answer = await http
        .as(tree.acme.owner)
        .call(listWalletHistory, { query: { company_id: tree.acme.id, date } })
      expect([date, answer.status, answer.body.field]).toEqual([date, 422, 'date'])
    }
  })

  test('R268: is downloaded with a ticket, once', async () => {
    await buyByHand(25_000)
    const path = `/api${downloadWalletHistory.path.replace('{companyID}', tree.acme.id).replace('{month}', '2026-11')}`
    const { ticket } = (await http.as(tree.acme.owner).call(makeDownloadTicket, { body: { path } })).body
    const open = () => http.anonymous(tree.acme.host).inject({ method: 'GET', url: `${path}?ticket=${ticket}` })
    const first = await open()
    expect(first.headers['content-disposition']).toContain('data-wallet-2026-11.csv')
    expect(first.body.replace('\uFEFF', '').split('\r\n')).toEqual([
      'created_at,transaction_type,title,leads,amount,expired_at',
      '2026-11-20T18:00:00.000Z,topup,Top-up,0,250,2027-11-20T18:00:00.000Z',
      '',
    ])
    expect((await open()).statusCode).toBe(401)
  })
})

describe('auto top-up', () => {
  const automatic = async () =>
    (await chargesOf(db, tree.acme.owner)).filter(({ status }) => status !== 'settled').map(({ status }) => status)

  test('R244: is bought once the balance falls below a tenth of the last one, whoever notices first', async () => {
    await storeCard()
    await buyByHand(25_000)
    await useUp(22_500)
    await runJobs(db, http.platform)
    expect(await automatic()).toEqual([])
    await useUp(1)
    // The batch that saw it and the scheduled job run at the same time.
    await Promise.all([1, 2, 3].map(() => maintainWalletsJob.run(http.platform, {})))
    await runJobs(db, http.platform)
    expect(await automatic()).toEqual(['succeeded'])
    expect(await panel()).toMatchObject({ balance_amount: 274.99, last_balance_amount: 274.99 })
    expect(await problems()).toEqual([])
  })

  test('is not bought while continual top-up is stopped', async () => {
    await storeCard()
    await buyByHand(25_000)
    await stop('T')
    await useUp(25_000)
    await maintainWalletsJob.run(http.platform, {})
    await runJobs(db, http.platform)
    expect(await automatic()).toEqual([])
  })

  test('is not bought for a removed agency', async () => {
    await storeCard()
    await buyByHand(25_000)
    await useUp(25_000)
    await db.adminPool.query('update company set removed_at = now() where id = $1', [tree.acme.id])
    await maintainWalletsJob.run(http.platform, {})
    await runJobs(db, http.platform)
    expect(await automatic()).toEqual([])
  })

  test('is given up after two declines, and resumes with another card', async () => {
    await storeCard(cardNumbers.noFunds)
    await buyByHand(25_000)
    await useUp(25_000)
    for (let day = 0; day < 5; day++) {
      await maintainWalletsJob.run(http.platform, {})
      await runJobs(db, http.platform)
      moveTo(clock.now() + day_ms)
    }
    expect(await automatic()).toEqual(['declined', 'declined'])
    await storeCard(cardNumbers.good, replaceCard)
    await maintainWalletsJob.run(http.platform, {})
    await runJobs(db, http.platform)
    expect(await automatic()).toEqual(['declined', 'declined', 'succeeded'])
  })

  test('is bought at most three times a day', async () => {
    await storeCard()
    await buyByHand(25_000)
    for (let time = 0; time < 6; time++) {
      await useUp(25_000)
      await maintainWalletsJob.run(http.platform, {})
      await runJobs(db, http.platform)
      clock.advance(3_600_000)
    }
    expect(await automatic()).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })
})

/** The senders of the queued mails; null is the operator. */
const brandsOfMails = async (): Promise<unknown[]> =>
  (
    await db.adminPool.query<{ sealed: string }>(
      `select payload ->> 'sealed' as sealed from graphile_worker._private_jobs where payload ->> 'sealed' is not null`,
    )
  ).rows.map(({ sealed }) => JSON.parse(http.platform.secrets.open(sealed, 'job.send-account-mail')).to.agencyId)

test('an expiration notice is in the operator’s name, like everything that an agency pays it for', async () => {
  await storeCard()
  await buyByHand(25_000)
  await runJobs(db, http.platform)
  moveTo(Date.UTC(2027, 10, 20, 18) - 30 * day_ms)
  await maintainWalletsJob.run(http.platform, {})
  expect(await brandsOfMails()).toEqual([null])
})

test('R245: lots expire after twelve months, with notices 30, 7, and 1 days before, and buy nothing then', async () => {
  await storeCard()
  await buyByHand(25_000)
  await useUp(5_000)
  const mails = async (): Promise<number> => {
    await maintainWalletsJob.run(http.platform, {})
    await maintainWalletsJob.run(http.platform, {})
    return (await runJobs(db, http.platform)).filter((name) => name === 'send-account-mail').length
  }
  await runJobs(db, http.platform)
  moveTo(Date.UTC(2027, 10, 20, 18) - 31 * day_ms)
  expect(await mails()).toBe(0)
  for (const [days, subjects] of [
    [30, 1],
    [29, 0],
    [7, 1],
    [3, 0],
    [1, 1],
  ] as const) {
    moveTo(Date.UTC(2027, 10, 20, 18) - days * day_ms)
    expect([days, await mails()]).toEqual([days, subjects])
  }
  expect(await panel()).toMatchObject({ next_expiry: { amount: 200, expired_at: '2027-11-20T18:00:00.000Z' } })
  moveTo(Date.UTC(2027, 10, 20, 18))
  expect(await mails()).toBe(1)
  expect(await panel()).toMatchObject({
    balance_amount: 0,
    total_amount: 250,
    open_topup: null,
    transaction_history: [{ title: 'Expired', amount: -200, transaction_type: 'other' }],
  })
  expect(await lotsOf(db, tree.acme.id)).toMatchObject([{ left_cents: 0 }])
  expect(await problems()).toEqual([])
})
