import { afterAll, beforeEach, expect, test } from 'vitest'
import { createCustomer, readCard, replaceCard } from '#contract/payments/cards.ts'
import { readMe } from '#contract/people/user.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { startSandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { createTestApp, type TestAnswer } from '#server/test/app.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { noGateway } from '#server/test/payment-stage.ts'
import { sandboxEnv } from '#server/test/payments.ts'
import { queueCardRemoval, removeCardJob } from './remove-card.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const sandbox = await startSandbox({ now: clock.now })
afterAll(() => sandbox.stop())
const { db, http, tree } = await openTree({ clock, env: sandboxEnv(sandbox) })
// Resets the windows of every rate limit.
beforeEach(() => {
  clock.advance(24 * 3_600_000)
  for (const user of [tree.acme.owner, tree.acme.clients[0]!.user, tree.brightside.owner]) http.forget(user)
})

const card = { number: '4242424242424242', exp_month: 4, exp_year: 2031, cvc: '123' }
/** Tokenizes a card as the gateway's own form does. */
const tokenOf = async (more: object = {}): Promise<{ id?: string; error?: { code: string } }> => {
  const answer = await fetch(`${sandbox.url}/v1/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer pk_sandbox' },
    body: JSON.stringify({ ...card, ...more }),
  })
  return (await answer.json()) as { id?: string; error?: { code: string } }
}
const billing = { cardholder: 'Dana Acme', address: '1 Main Street', city: 'Chicago', zip: '60601', country: 'US' }
const send = async (
  user: TestUser,
  operation: typeof createCustomer | typeof replaceCard,
  more: object = {},
): Promise<TestAnswer<typeof createCustomer>> =>
  http.as(user).call(operation, { body: { tokenid: (await tokenOf(more)).id, ...billing } })

test('C121, C120: a token becomes the company’s card, of which only brand, last four, and expiry are stored', async () => {
  const user = tree.acme.clients[0]!.user
  const nothing = { card: null, gateway: 'sandbox', form_url: sandboxEnv(sandbox)['SANDBOX_PAYMENTS_FORM_URL'] }
  expect((await http.as(user).call(readCard)).body.data).toEqual(nothing)
  expect((await send(user, createCustomer)).body.data).toMatchObject({ brand: 'Visa', last4: '4242', exp_month: 4 })
  expect((await http.as(user).call(readCard)).body.data.card).toMatchObject({ last4: '4242', cardholder: 'Dana Acme' })
  // R025 reads it.
  expect((await http.as(user).call(readMe)).body.data.customer_card_id).toMatch(/^card_/)
  const { rows } = await db.adminPool.query<{ row: string }>('select t::text as row from payment_card t')
  expect(rows[0]!.row).not.toMatch(/424242424242/)
  expect((await send(user, createCustomer)).status).toBe(409)
  expect((await http.as(tree.acme.owner).call(readCard)).body.data.card).toBeNull()
})

test('C119: another card replaces the first, which is removed at the gateway', async () => {
  const { owner } = tree.acme
  expect((await send(owner, replaceCard)).status).toBe(409)
  await send(owner, createCustomer)
  const first = sandbox.cards().at(-1)!
  expect((await send(owner, replaceCard, { number: '5555555555554444' })).body.data.brand).toBe('Mastercard')
  await runJobs(db, http.platform)
  const cardsLeft = sandbox.cards().filter(({ customer }) => customer === first.customer)
  expect(cardsLeft.map(({ last4 }) => last4)).toEqual(['4444'])
})

test('a token that is sent twice creates one card', async () => {
  const { owner } = tree.brightside
  const tokenid = (await tokenOf()).id
  const before = sandbox.cards().length
  const answers = await Promise.all(
    [1, 2].map(() => http.as(owner).call(createCustomer, { body: { tokenid, ...billing } })),
  )
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(sandbox.cards()).toHaveLength(before + 1)
})

test('of two first cards saved at the same time, one is kept, here and at the gateway', async () => {
  const { user } = tree.brightside.clients[0]!
  const before = sandbox.cards().length
  const answers = await Promise.all([
    send(user, createCustomer),
    send(user, createCustomer, { number: '5555555555554444' }),
  ])
  await runJobs(db, http.platform)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const card = (await http.as(user).call(readCard)).body.data.card
  expect(
    sandbox
      .cards()
      .slice(before)
      .map(({ last4 }) => last4),
  ).toEqual([card!.last4])
})

test('a gateway’s rejections are explained in words, and the previous card is kept', async () => {
  const { owner } = tree.acme
  for (const [number, message] of [
    ['4000000000000002', 'This card was declined. Use another one.'],
    ['4000000000000069', 'This card has expired. Use another one.'],
    ['4000000000000127', 'The security code is incorrect.'],
  ]) {
    const refusal = await send(owner, replaceCard, { number })
    expect([refusal.status, refusal.body.field, refusal.body.message]).toEqual([422, 'tokenid', message])
  }
  expect((await http.as(owner).call(readCard)).body.data.card).toMatchObject({ last4: '4444' })
  for (const [more, code] of [
    [{ number: '4242424242424241' }, 'incorrect_number'],
    [{ number: '4012888888881881' }, 'test_cards_only'],
    [{ exp_year: 2026, exp_month: 10 }, 'invalid_expiry'],
    [{ cvc: '1' }, 'invalid_cvc'],
  ] as const)
    expect((await tokenOf(more)).error?.code).toBe(code)
})

test('a raw card number is rejected in every call, in any field', async () => {
  const { owner } = tree.acme
  const tokenid = (await tokenOf()).id
  const wrongs = [
    { tokenid: card.number },
    { number: card.number },
    ...[
      '4242 4242 4242 4242',
      '4242-4242-4242-4242',
      '4242.4242.4242',
      'Dana 424242424242',
      '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
    ].flatMap((text) => [{ cardholder: text }, { address: text }, { city: text }]),
    { zip: '424242424242' },
    { state: '4242424242424242' },
    { country: '4242424242424242' },
  ]
  for (const rawNumber of wrongs) {
    // More attempts than the daily limit allows.
    clock.advance(24 * 3_600_000)
    http.forget(owner)
    const answer = await http.as(owner).call(replaceCard, { body: { tokenid, ...billing, ...rawNumber } })
    expect([answer.status, answer.body.field]).toEqual([422, Object.keys(rawNumber)[0]])
  }
  // A number in the name may be as long as a phone number.
  clock.advance(24 * 3_600_000)
  http.forget(owner)
  const body = { tokenid: (await tokenOf()).id, ...billing, cardholder: 'Dana 42424242424' }
  expect((await http.as(owner).call(replaceCard, { body })).status).toBe(200)
})

test('another company’s card is rejected: its token is used up, and its ids mean nothing here', async () => {
  const { acme, brightside } = tree
  const before = (await http.as(brightside.owner).call(readCard)).body.data.card
  const tokenid = (await tokenOf()).id
  expect((await http.as(acme.owner).call(replaceCard, { body: { tokenid, ...billing } })).status).toBe(200)
  const theirs = sandbox.cards().at(-1)!
  for (const foreignCard of [tokenid, theirs.id, theirs.customer]) {
    const answer = await http.as(brightside.owner).call(replaceCard, { body: { tokenid: foreignCard, ...billing } })
    expect([answer.status, answer.body.field]).toEqual([422, 'tokenid'])
  }
  expect((await http.as(brightside.owner).call(readCard)).body.data.card).toEqual(before)
  const { rows } = await db.adminPool.query('select company_id from payment_card where card_id = $1', [theirs.id])
  expect(rows).toEqual([{ company_id: acme.id }])
})

test('a company can save five cards an hour; administrators and sales staff can save none', async () => {
  const { owner } = tree.acme
  for (let count = 0; count < 5; count++) await send(owner, replaceCard)
  expect((await send(owner, replaceCard)).status).toBe(429)
  for (const user of [tree.acme.admin, tree.root.salesRep]) expect((await send(user, createCustomer)).status).toBe(403)
})

test('a gateway that does not respond changes nothing; without a gateway everything is billed by invoice', async () => {
  const tokenid = (await tokenOf()).id
  const body = { tokenid, ...billing }
  const deaf = await createTestApp(db, { clock, env: { ...sandboxEnv(sandbox), ...noGateway } })
  expect((await deaf.as(tree.acme.owner).call(replaceCard, { body })).status).toBe(503)
  await deaf.close()
  const without = await createTestApp(db, { clock })
  expect((await without.as(tree.acme.owner).call(replaceCard, { body })).body.message).toMatch(/invoice/)
  expect((await without.as(tree.acme.owner).call(readCard)).body.data.gateway).toBe('none')
  await without.close()
})

test('a card replaced or left over while no gateway is configured is removed once its gateway is back', async () => {
  const { user } = tree.acme.clients[1]!
  await send(user, createCustomer)
  const card = sandbox.cards().at(-1)!
  const without = await createTestApp(db, { clock })
  await inScope(without.platform.appPool, { kind: 'none' }, (tx) =>
    queueCardRemoval(tx, without.platform, {
      gateway: 'sandbox',
      customerId: card.customer,
      cardId: card.id,
      accountId: null,
    }),
  )
  await runJobs(db, without.platform)
  await without.close()
  expect(sandbox.cards().some(({ id }) => id === card.id)).toBe(true)
  await removeCardJob.run(http.platform, {})
  expect(sandbox.cards().some(({ id }) => id === card.id)).toBe(false)
  expect((await db.adminPool.query('select from card_removal')).rowCount).toBe(0)
})

test('a card of another gateway stays there, and its payer is a new customer of this one', async () => {
  const { user } = tree.brightside.clients[0]!
  http.forget(user)
  await db.adminPool.query(
    `update payment_card set gateway = 'elsewhere', customer_id = 'cus_elsewhere', card_id = 'card_elsewhere' where company_id = $1`,
    [user.companyId],
  )
  expect((await send(user, replaceCard)).status).toBe(200)
  await runJobs(db, http.platform)
  const { rows } = await db.adminPool.query('select gateway, card_id from card_removal')
  expect(rows).toEqual([{ gateway: 'elsewhere', card_id: 'card_elsewhere' }])
  expect(sandbox.cards().at(-1)!.customer).not.toBe('cus_elsewhere')
})

test('a card that cannot be removed does not block others, however many there are', async () => {
  await db.adminPool.query(`delete from card_removal`)
  const ids = Array.from({ length: 120 }, (_, n) => `card_${String(n).padStart(3, '0')}`)
  await db.adminPool.query(
    `insert into card_removal (gateway, customer_id, card_id, asked_at) select 'sandbox', 'cus_gone', id, $2 from unnest($1::text[]) id`,
    [ids, new Date(clock.now())],
  )
  await db.adminPool.query(`
    create function keep_removals() returns trigger language plpgsql as $$ begin raise 'kept'; end $$;
    create trigger keep_removals before delete on card_removal for each row when (old.card_id < 'card_110')
      execute function keep_removals()`)
  await removeCardJob.run(http.platform, {})
  const { rows } = await db.adminPool.query<{ id: string }>('select card_id as id from card_removal order by 1')
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, 110))
  await db.adminPool.query('drop trigger keep_removals on card_removal')
})
