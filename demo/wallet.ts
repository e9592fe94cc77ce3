import { centsFromE4, e4FromCents } from '#contract/core/money.ts'
import { openTopUp } from '#server/areas/billing/top-ups/open-top-up.ts'
import { readExactlyOwed } from '#server/areas/ledger/read-owed.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { lockFunds, payLeads } from '#server/areas/prepaid/funds.ts'
import { saveBalance, walletOf } from '#server/areas/prepaid/balances.ts'
import { createClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { storeCard } from './cards.ts'
import { collectAtOnce } from './collect-at-once.ts'
import type { Till } from './payouts.ts'
import { demoId } from './world.ts'
import { demoWallet } from './world-payments.ts'

/** What a day's leads cost the agency. */
interface Day {
  ends_at: Date
  amount_e4: number
  leads: number
}

/**
 * Seeds the agency's own prepaid wallet, funded by its card: the leads of the last days have used it up to a little
 * more than a tenth, so that the next lead triggers a top-up. If the past is too short for that, more of it is left.
 */
export async function seedWallet(platform: Platform, till: Till, book: Book): Promise<void> {
  await storeCard(platform, till, { ...book, clientId: null, accountId: null }, demoWallet)
  const scope = { kind: 'agency', ...book } as const
  const days = await inScope(platform.appPool, scope, (tx) => readDays(tx, book), { readOnly: true })
  if (days.length === 0) return
  const boughtAt_ms = days[0]!.ends_at.getTime() - 86_400_000
  const past: Platform = { ...platform, clock: createClock(() => boughtAt_ms) }
  const { topUp_cents: amount_cents } = demoWallet
  const chargeId = demoId(`top-up ${book.agencyId}`)
  till.clock.past_ms = boughtAt_ms
  await collectAtOnce(past, book, async (tx) => {
    const balance = walletOf(book.agencyId)
    await saveBalance(tx, book, boughtAt_ms, balance, { topUp_cents: amount_cents })
    await openTopUp(tx, boughtAt_ms, book, { id: chargeId, balance, amount_cents, isAutomatic: false })
    return [chargeId]
  })
  till.clock.past_ms = null
  for (const { ends_at, amount_e4, leads } of days)
    await inScope(platform.appPool, scope, async (tx) => {
      const cost = { balanceId: book.agencyId, amount_e4, leads }
      await payLeads(tx, book, ends_at.getTime(), await lockFunds(tx, book.agencyId, []), [cost])
    })
}

/** The largest share of the debt that the wallet pays; clients' payments settle the rest. */
const maxShare = 0.9

/** The last days whose unpaid leads the wallet can pay for; the oldest day in part. */
async function readDays(tx: Tx, book: Book): Promise<Day[]> {
  const { rows } = await tx.query<Day>(
    // A moment after its last lead, so that one that comes back was not paid by this.
    `select max(created_at) + interval '1 second' as ends_at, sum(amount_e4)::bigint as amount_e4, count(*)::integer as leads
       from ledger_transfer where agency_id = $1 and kind = 'lead_wholesale'
      group by date_trunc('day', created_at) order by 1 desc`,
    [book.agencyId],
  )
  const owed_cents = centsFromE4((await readExactlyOwed(tx, book.agencyId, [null]))(null))
  let open_e4 = Math.min(
    e4FromCents(demoWallet.topUp_cents - demoWallet.left_cents),
    e4FromCents(Math.floor(maxShare * owed_cents)),
  )
  const days: Day[] = []
  for (const day of rows) {
    const amount_e4 = Math.min(day.amount_e4, open_e4)
    if (amount_e4 > 0) days.unshift({ ...day, amount_e4 })
    open_e4 -= amount_e4
  }
  return days
}
