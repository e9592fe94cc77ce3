import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { createTestApp } from '#server/test/app.ts'
import { stripeEnv } from '#server/test/gateway-stages.ts'
import { openTree } from '#server/test/open-tree.ts'
import { removeCardJob } from './remove-card.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db } = await openTree({ clock })

/** A gateway that has lost access to one agency's account, because the agency disconnected it. */
const cardIds: string[] = []
const server = createServer((incoming, response) => {
  cardIds.push(incoming.url!.split('/')[3]!)
  const isGone = incoming.headers['stripe-account'] === 'acct_gone'
  const error = { type: 'invalid_request_error', code: 'account_invalid' }
  response.writeHead(isGone ? 403 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isGone ? { error } : { id: 'pm_1', object: 'payment_method' }))
})
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
const keys = {
  secretKey: 'sk_test_0123456789abcdef',
  publishableKey: 'pk_test_0123456789abcdef',
  webhookSecret: 'whsec_0123456789abcdef',
}
const http = await createTestApp(db, { clock, env: stripeEnv({ ...keys, url: `http://${host}`, host }) })
afterAll(async () => {
  await http.close()
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

test('cards that a gateway fails to remove do not block those behind them, and are retried', async () => {
  // More than one page.
  await db.adminPool.query(
    `insert into card_removal (gateway, customer_id, card_id, account_id, asked_at)
     select 'stripe', 'cus_' || n, 'pm_' || lpad(n::text, 3, '0'), case when n <= 100 then 'acct_gone' end, $1
       from generate_series(1, 102) n`,
    [new Date(clock.now())],
  )
  await removeCardJob.run(http.platform, {})
  const readQueue = async () =>
    (await db.adminPool.query(`select card_id from card_removal where account_id is null`)).rowCount
  expect(await readQueue()).toBe(0)
  expect((await db.adminPool.query('select from card_removal')).rowCount).toBe(100)
  expect(new Set(cardIds).size).toBe(102)
  cardIds.length = 0
  await removeCardJob.run(http.platform, {})
  expect(cardIds).toHaveLength(100)
})
