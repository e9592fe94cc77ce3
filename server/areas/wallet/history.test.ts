import { expect, test } from 'vitest'
import { listWalletHistory, readWallet } from '#contract/wallet/wallet.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import { openTree } from '#server/test/open-tree.ts'
import { buyPrepaid, takeFromWallet } from '#server/test/prepaid.ts'

// The lines of the history add up to the balance.

const day_ms = 86_400_000
const clock = createStillClock(Date.UTC(2026, 10, 2, 18))
const { db, http, tree } = await openTree({ clock, limiter: noLimits })
const book = { rootId: tree.root.id, agencyId: tree.acme.id }
const asOwner = () => http.as(tree.acme.owner)
const list = async (date: string) =>
  (await asOwner().call(listWalletHistory, { query: { company_id: tree.acme.id, date } })).body.data.transaction_history
const balance = async (): Promise<number> =>
  Math.round((await asOwner().call(readWallet, { query: { company_id: tree.acme.id } })).body.data.balance_amount * 100)

test('the history adds up to the balance on every day, whatever fraction of a cent a lead costs', async () => {
  await buyPrepaid(db, book, { amount_cents: 25_000, at_ms: clock.now() })
  for (let day = 0; day < 45; day++) {
    clock.advance(day_ms)
    // Half a cent, a third of one, and more than a dollar with a fraction of a cent.
    await takeFromWallet(db, book, clock.now(), [50, 33, 50, 12_345, 50][day % 5]!)
    http.forget()
    const lines = [...(await list('2026-12')), ...(await list('2026-11'))]
    const sum = lines.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0)
    expect([day, sum]).toEqual([day, await balance()])
    // Each line is within a cent of what the day used.
    const last = [50, 33, 50, 12_345, 50][day % 5]! / 10_000
    expect(Math.abs(lines[0]!.amount + last)).toBeLessThan(0.0101)
  }
})
