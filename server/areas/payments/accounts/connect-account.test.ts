import { afterAll, expect, test } from 'vitest'
import { readAccess } from '#contract/people/user.ts'
import {
  checkConnectedAccount,
  checkSalesAccount,
  createConnectedAccount,
  createSalesAccount,
  getAccountLink,
  getExistingAccountLink,
  resetPaymentConnection,
} from '#contract/payments/accounts.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { startSandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { createTestApp, noLimits } from '#server/test/app.ts'
import { openTree } from '#server/test/open-tree.ts'
import { completeAccount, sandboxEnv } from '#server/test/payments.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const sandbox = await startSandbox({ now: clock.now })
afterAll(() => sandbox.stop())
const { db, http, tree } = await openTree({ clock, limiter: noLimits, env: sandboxEnv(sandbox) })

const check = async (agency = tree.acme) =>
  (await http.as(agency.owner).call(checkConnectedAccount, { params: { companyID: agency.id, idsys: tree.root.id } }))
    .body.data

test('R099, C138, C142: an agency’s account goes from empty via pending and inverification to completed', async () => {
  const { acme } = tree
  expect(await check()).toMatchObject({ accountconnected: '', can_connect: true })
  const none = await http.as(acme.owner).call(getExistingAccountLink, { body: { companyID: acme.id } })
  expect(none.status).toBe(409)
  const first = await http.as(acme.owner).call(getAccountLink, { body: { companyID: acme.id } })
  expect(await check()).toMatchObject({
    accountconnected: 'pending',
    charges_enabled: 0,
    account_requirements: ['company', 'external_account'],
  })
  // R060, R105: the access response follows the account's status.
  expect((await http.as(acme.owner).call(readAccess)).body.data).toMatchObject({
    accountconnected: 'pending',
    payouts_enabled: 0,
    account_requirements: ['company', 'external_account'],
  })
  expect(await completeAccount(sandbox, first.body.data.url, 'inverification')).toMatch(/section=payment-account$/)
  expect(await check()).toMatchObject({ accountconnected: 'inverification', account_requirements: [] })
  const again = await http.as(acme.owner).call(getExistingAccountLink, { body: { companyID: acme.id } })
  expect(await completeAccount(sandbox, again.body.data.url)).toContain('acme.localhost')
  // A link works once.
  expect(await completeAccount(sandbox, again.body.data.url)).toBeNull()
  expect(await check()).toMatchObject({ accountconnected: 'completed', charges_enabled: 1, payouts_enabled: 1 })
  expect((await db.adminPool.query('select from connected_account')).rowCount).toBe(1)
})

test('C140, C144: creating twice makes one account; a reset one is empty, and another can be connected', async () => {
  const { brightside } = tree
  const body = { companyID: brightside.id }
  const answers = await Promise.all([1, 2].map(() => http.as(brightside.owner).call(createConnectedAccount, { body })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const account = async () =>
    (await db.adminPool.query('select account_id from connected_account where owner_id = $1', [brightside.id])).rows
  const [first] = await account()
  const resetAccount = (type: string) =>
    http.as(brightside.owner).call(resetPaymentConnection, { params: { companyID: brightside.id, type } })
  expect((await resetAccount('sales')).body.field).toBe('type')
  expect((await resetAccount('agency')).body.message).toBe('Deleted!')
  expect(await account()).toEqual([])
  expect(await check(brightside)).toMatchObject({ accountconnected: '', account_requirements: [] })
  clock.advance(120_000)
  await http.as(brightside.owner).call(createConnectedAccount, { body })
  expect((await account())[0]).not.toEqual(first)
})

test('C141, C143, R107: sales staff connect their own account, and nobody else’s', async () => {
  const { salesRep } = tree.root
  const answer = await http.as(salesRep).call(createSalesAccount, { body: {} })
  await completeAccount(sandbox, answer.body.data.url)
  const params = { usrID: salesRep.id, idsys: tree.root.id }
  expect((await http.as(salesRep).call(checkSalesAccount, { params })).body.data.accountconnected).toBe('completed')
  const { rows } = await db.adminPool.query('select id from app_user where account_connected is not null')
  expect(rows).toEqual([{ id: salesRep.id }])
  const otherParams = { ...params, usrID: tree.root.executive.id }
  expect((await http.as(salesRep).call(checkSalesAccount, { params: otherParams })).body.field).toBe('usrID')
})

test('administrators and clients connect none; without a gateway there is nothing to connect', async () => {
  const { acme } = tree
  for (const user of [acme.admin, acme.clients[0]!.user])
    expect((await http.as(user).call(getAccountLink, { body: { companyID: acme.id } })).status).toBe(403)
  const foreign = await http.as(acme.owner).call(getAccountLink, { body: { companyID: tree.brightside.id } })
  expect(foreign.status).toBe(404)
  const without = await createTestApp(db, { clock, limiter: noLimits })
  const { owner } = tree.other.agency
  const body = { companyID: tree.other.agency.id }
  expect((await without.as(owner).call(getAccountLink, { body })).body.message).toMatch(/settled manually/)
  await without.close()
})
