import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listCharges } from '#contract/billing/charges.ts'
import { settleCharge } from '#contract/billing/invoices.ts'
import { createCustomer, replaceCard } from '#contract/payments/cards.ts'
import { listFailedPayments, retryCharge } from '#contract/payments/failed-payments.ts'
import { readAccess } from '#contract/people/user.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { cardholder } from '#server/test/payment-stage.ts'
import { setOnboardingFee, cardNumbers, chargesOf, tokenOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'
import { collectChargeJob } from '../charges/collect-charge.ts'
import { reconcileChargesJob } from '../charges/reconcile.ts'
import { retryDeclinedJob } from './retry-declined.ts'

// A declined charge is retried 1, 3, 5 and 7 days later, by the payer's calendar (decision 59).

let { db, http, tree, sandbox, clock, whileUnanswered } = {} as SandboxTree
const hour_ms = 3_600_000
const day_ms = 24 * hour_ms
/** 6 a.m. in Chicago, the agency's zone. */
const start_ms = Date.UTC(2026, 10, 20, 12)
beforeEach(async () => {
  const { close, ...stage } = await startSandboxTree(start_ms)
  ;({ db, http, tree, sandbox, clock, whileUnanswered } = stage)
  await setOnboardingFee(db, tree.root.id, 19_900)
  return close
})
afterEach(() => vi.unstubAllEnvs())

const store = async (number: string, operation: typeof createCustomer | typeof replaceCard): Promise<void> => {
  // Sessions expire when the clock is moved.
  http.forget()
  await http.as(tree.acme.owner).call(readAccess)
  const body = { tokenid: await tokenOf(sandbox, number), ...cardholder }
  expect((await http.as(tree.acme.owner).call(operation, { body })).status).toBe(200)
}
/** The agency's first card makes the onboarding fee due, and is declined. */
const decline = async (number: string = cardNumbers.noFunds): Promise<void> => {
  await store(number, createCustomer)
  await runJobs(db, http.platform)
}
/** Runs the scheduled job and the queue; returns how many mails were sent. */
const run = async (): Promise<number> => {
  await retryDeclinedJob.run(http.platform, {})
  return (await runJobs(db, http.platform)).filter((name) => name === 'send-account-mail').length
}
const moveTo = (day: number, hour = 0): void => clock.advance(start_ms + day * day_ms + hour * hour_ms - clock.now())
const attempts = async (): Promise<number> => (await db.adminPool.query('select from charge_attempt')).rowCount ?? 0
const statusOf = async (companyId = tree.acme.id): Promise<string> =>
  (await db.adminPool.query('select payment_status from company where id = $1', [companyId])).rows[0].payment_status
const stateOf = async (): Promise<string | undefined> => (await chargesOf(db, tree.acme.owner))[0]?.status
const dunning = async () =>
  (
    await db.adminPool.query(
      'select tries, next_on::text, over_at is not null as is_over, ended_at is not null as is_ended from dunning_case',
    )
  ).rows[0]
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges])).flatMap((book) => book.problems)
const readFailures = async () => {
  http.forget()
  return (await http.as(tree.root.system).call(listFailedPayments, { params: { companyID: tree.root.id } })).body.data
}

describe('a declined charge', () => {
  test('is retried on days 1, 3, 5, and 7 of its payer, once each, and has failed after the last', async () => {
    await decline()
    expect(await attempts()).toBe(1)
    // The payer is notified, and nothing is suspended yet.
    expect(await statusOf()).toBe('ok')
    let tries = 1
    for (let day = 0; day <= 10; day++) {
      // Midnight in Chicago is 06:00 UTC; an hour earlier it is still the day before.
      moveTo(day, -7)
      expect(await run()).toBe(0)
      moveTo(day, 1)
      const isDay = [1, 3, 5, 7].includes(day)
      expect(await run(), `day ${day}`).toBe(isDay ? 1 : 0)
      tries += Number(isDay)
      expect(await run()).toBe(0)
      expect(await attempts()).toBe(tries)
      expect(await statusOf()).toBe(day >= 7 ? 'failed' : 'ok')
    }
    const { rows } = await db.adminPool.query('select id, number, state from charge_attempt order by number')
    expect(new Set(rows.map(({ id }) => id)).size).toBe(5)
    expect(rows.every(({ state }) => state === 'declined')).toBe(true)
    expect(await dunning()).toEqual({ tries: 4, next_on: null, is_over: true, is_ended: false })
    expect(await problems()).toEqual([])
  })

  test('that cannot be retried does not block others', async () => {
    await decline()
    http.forget()
    await http.as(tree.brightside.owner).call(readAccess)
    const body = { tokenid: await tokenOf(sandbox, cardNumbers.noFunds), ...cardholder }
    expect((await http.as(tree.brightside.owner).call(createCustomer, { body })).status).toBe(200)
    await runJobs(db, http.platform)
    const { rows } = await db.adminPool.query<{ agency_id: string }>(
      'select agency_id from dunning_case order by agency_id, charge_id',
    )
    expect(rows).toHaveLength(2)
    // The first one that the run processes.
    const brokenId = rows[0]!.agency_id
    await db.ownerPool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
    )
    await db.ownerPool.query(
      `create trigger refuse before update on charge for each row when (new.agency_id = '${brokenId}') execute function refuse()`,
    )
    moveTo(1)
    await run()
    const tries = await db.adminPool.query('select agency_id, tries from dunning_case')
    expect(Object.fromEntries(tries.rows.map((row) => [row.agency_id, row.tries]))).toEqual({
      [brokenId]: 0,
      [rows[1]!.agency_id]: 1,
    })
  })

  test('is cured when it is paid: at once with another card, even after the last day', async () => {
    await decline()
    for (const day of [1, 3, 5, 7]) {
      moveTo(day)
      await run()
    }
    expect(await statusOf()).toBe('failed')
    moveTo(20)
    await store(cardNumbers.good, replaceCard)
    await runJobs(db, http.platform)
    expect(await stateOf()).toBe('succeeded')
    expect(await statusOf()).toBe('ok')
    expect(await dunning()).toMatchObject({ next_on: null, is_ended: true })
    moveTo(30)
    expect(await run()).toBe(0)
    expect(await attempts()).toBe(6)
    expect(await problems()).toEqual([])
  })

  test('that is declined with another card, too, keeps its schedule', async () => {
    await decline()
    moveTo(2)
    await run()
    expect(await dunning()).toMatchObject({ tries: 1, next_on: '2026-11-23' })
    await store(cardNumbers.declined, replaceCard)
    await runJobs(db, http.platform)
    expect(await attempts()).toBe(3)
    expect(await dunning()).toMatchObject({ tries: 1, next_on: '2026-11-23' })
  })

  test('can be retried manually at any time; that uses up a day that is due', async () => {
    await decline()
    const [charge] = await readFailures()
    expect(charge).toMatchObject({
      company_id: tree.acme.id,
      kind: 'onboarding',
      amount: 199,
      status: 'declined',
      cause: 'insufficient_funds',
      failed_on: '2026-11-20',
      next_try_on: '2026-11-21',
      is_over: false,
      needs_card: false,
    })
    const retry = () =>
      http.as(tree.root.system).call(retryCharge, { body: { companyID: tree.acme.id, chargeID: charge!.id } })
    expect((await retry()).body).toEqual({ result: 'success', message: 'Retrying the payment.' })
    // Already in progress: another click changes nothing.
    expect((await retry()).status).toBe(200)
    await runJobs(db, http.platform)
    expect(await attempts()).toBe(2)
    expect(await dunning()).toMatchObject({ tries: 0, next_on: '2026-11-21' })
    moveTo(1)
    http.forget()
    await retry()
    await runJobs(db, http.platform)
    expect(await dunning()).toMatchObject({ tries: 1, next_on: '2026-11-23' })
    expect(await run()).toBe(0)
    expect(await attempts()).toBe(3)
  })

  test('that was paid manually is on no list and is not retried', async () => {
    await decline()
    const [charge] = await readFailures()
    await http.as(tree.root.system).call(settleCharge, { body: { companyID: tree.acme.id, chargeID: charge!.id } })
    expect(await readFailures()).toEqual([])
    moveTo(1)
    expect(await run()).toBe(0)
    expect(await attempts()).toBe(1)
    expect(await problems()).toEqual([])
  })

  test('whose card was reported lost is not charged again: only emails are sent on its days', async () => {
    await decline(cardNumbers.lost)
    const [charge] = await readFailures()
    expect(charge).toMatchObject({ needs_card: true, next_try_on: null })
    // Nor is one promised to the payer.
    const list = await http.as(tree.acme.owner).call(listCharges, { params: { companyID: tree.acme.id } })
    expect(list.body.data).toMatchObject([{ status: 'declined', next_try_on: null }])
    const refusal = await http
      .as(tree.root.system)
      .call(retryCharge, { body: { companyID: tree.acme.id, chargeID: charge!.id } })
    expect(refusal).toMatchObject({
      status: 409,
      body: { message: 'This card cannot be charged again. Add another card.' },
    })
    for (const day of [1, 3, 5, 7]) {
      moveTo(day)
      expect(await run()).toBe(1)
      expect(await run()).toBe(0)
    }
    expect(await attempts()).toBe(1)
    expect(await statusOf()).toBe('failed')
  })
})

describe('the email about it', () => {
  /** The queued mails, decrypted. */
  const mails = async (): Promise<{ to: Record<string, unknown>; content: MailContent }[]> => {
    const { rows } = await db.adminPool.query<{ payload: { sealed: string } }>(
      `select payload from graphile_worker._private_jobs job
         join graphile_worker._private_tasks task on task.id = job.task_id where identifier = 'send-account-mail'`,
    )
    return rows.map(({ payload }) => JSON.parse(http.platform.secrets.open(payload.sealed, 'job.send-account-mail')))
  }
  const declineWithoutMail = async (): Promise<void> => {
    await store(cardNumbers.noFunds, createCustomer)
    const { rows } = await db.adminPool.query<{ id: string }>('select id from charge')
    await db.adminPool.query('delete from graphile_worker._private_jobs')
    await collectChargeJob.run(http.platform, {
      rootId: tree.root.id,
      agencyId: tree.acme.id,
      chargeId: rows[0]!.id,
    })
  }

  test('shows the amount, purpose, cause, next retry, and where to add another card, in the seller’s name', async () => {
    await declineWithoutMail()
    const [mail] = await mails()
    // The operator is the payee, so the mail is in its name.
    expect(mail!.to).toMatchObject({ rootId: tree.root.id, agencyId: null, language: 'en' })
    expect(mail!.content).toMatchObject({
      title: 'A payment has failed',
      paragraphs: [
        'Your card was declined. Add another one and the payment is retried immediately.',
        'The next attempt is on the date below. Seven days after the first attempt, campaigns stop until it is paid.',
      ],
      button: { url: expect.stringContaining('/user/card-setting') },
    })
    expect(Object.fromEntries(mail!.content.facts!)).toEqual({
      Amount: '$199.00',
      For: 'Onboarding charge',
      Invoice: '',
      Card: 'Visa •••• 3178',
      Reason: 'The card has insufficient funds.',
      'Next attempt': { date: '2026-11-21' },
    })
  })

  test('is in the reader’s language', async () => {
    await db.adminPool.query(`update app_user set language = 'ar' where id = $1`, [tree.acme.owner.id])
    await declineWithoutMail()
    const [mail] = await mails()
    expect(mail!.content.title).toBe('فشلت عملية دفع')
    expect(mail!.content.facts!.map(([name]) => name)).toContain('المحاولة التالية')
  })
})

describe('nothing happens twice', () => {
  test('when runs overlap, when one was killed in between, and when the clock moves back and forth', async () => {
    await decline()
    moveTo(1)
    await Promise.all([1, 2, 3].map(() => retryDeclinedJob.run(http.platform, {})))
    // A crash here: the next run picks up what was committed, under the same key.
    await db.adminPool.query('delete from graphile_worker._private_jobs')
    await retryDeclinedJob.run(http.platform, {})
    await reconcileChargesJob.run(http.platform, {})
    await reconcileChargesJob.run(http.platform, {})
    await runJobs(db, http.platform)
    expect(await attempts()).toBe(2)
    expect(await dunning()).toMatchObject({ tries: 1, next_on: '2026-11-23' })
    moveTo(-3)
    expect(await run()).toBe(0)
    moveTo(1)
    expect(await run()).toBe(0)
    moveTo(3)
    expect(await run()).toBe(1)
    expect(await attempts()).toBe(3)
  })

  test('when an attempt’s outcome is unknown: it is looked up, and no day starts another', async () => {
    await decline()
    moveTo(1)
    await whileUnanswered(async (platform) => {
      await retryDeclinedJob.run(platform, {})
      await runJobs(db, platform)
    })
    expect(await stateOf()).toBe('unknown')
    moveTo(8)
    await run()
    expect(await attempts()).toBe(2)
    await reconcileChargesJob.run(http.platform, {})
    expect(await stateOf()).toBe('declined')
    expect(await attempts()).toBe(2)
    expect(await dunning()).toMatchObject({ tries: 1, next_on: '2026-11-29' })
  })

  test('when a card is replaced before its bank asks: nobody is asked, and the new card is charged once', async () => {
    await store(cardNumbers.asksPayer, createCustomer)
    await whileUnanswered((platform) => runJobs(db, platform))
    expect(await stateOf()).toBe('unknown')
    await store(cardNumbers.good, replaceCard)
    for (let minute = 1; minute <= 2; minute++) {
      clock.advance(60_000)
      await reconcileChargesJob.run(http.platform, {})
    }
    expect(await run()).toBe(0)
    expect(await stateOf()).toBe('succeeded')
    expect(await attempts()).toBe(2)
    expect(await problems()).toEqual([])
  })

  test('after weeks of downtime: missed attempts are made one a day', async () => {
    await decline()
    for (const [day, tries] of [
      [30, 1],
      [31, 2],
      [32, 3],
      [33, 4],
      [34, 4],
    ] as const) {
      moveTo(day)
      await run()
      await run()
      expect(await dunning()).toMatchObject({ tries })
    }
    expect(await attempts()).toBe(5)
  })
})

describe('the planted fault', () => {
  test('keep-dunning-day: a day that stays due is retried over and over', async () => {
    await decline()
    vi.stubEnv('PLANTED_FAULT', 'keep-dunning-day')
    moveTo(1)
    await run()
    await run()
    expect(await attempts()).not.toBe(2)
  })

  test('try-refused-card: a lost card is charged again', async () => {
    await decline(cardNumbers.lost)
    vi.stubEnv('PLANTED_FAULT', 'try-refused-card')
    moveTo(1)
    await run()
    expect(await attempts()).not.toBe(1)
  })

  test('leave-payment-failed: a payer stays suspended after paying', async () => {
    await decline()
    for (const day of [1, 3, 5, 7]) {
      moveTo(day)
      await run()
    }
    vi.stubEnv('PLANTED_FAULT', 'leave-payment-failed')
    await store(cardNumbers.good, replaceCard)
    await runJobs(db, http.platform)
    expect(await stateOf()).toBe('succeeded')
    expect(await statusOf()).toBe('failed')
  })
})
