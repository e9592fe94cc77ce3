import { z } from 'zod'
import { countAutomatic, isOpen, openTopUp, readLastTopUp } from '#server/areas/billing/public.ts'
import {
  isLow,
  leftOf,
  lockBalances,
  readLots,
  topUpJobName,
  type Balance,
  type BalanceWish,
} from '#server/areas/prepaid/public.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hasMeans } from './has-means.ts'
import { mailEmpty } from './mails.ts'

const day_ms = 86_400_000
/** A card that was declined twice in a row is asked no more by itself; top-ups in a day, however fast it is used up. */
const mostDeclines = 2
const mostInDay = 3

const payload = z.object({ rootId: z.uuid(), agencyId: z.uuid(), balanceId: z.uuid(), isEmpty: z.boolean() })

/** Looks at a balance that has fallen under a tenth, or has run out. */
export const topUpJob: Job = {
  name: topUpJobName,
  async run(platform, given) {
    const wish = payload.parse(given) satisfies BalanceWish
    await inScope(platform.appPool, { kind: 'agency', ...wish }, async (tx) => {
      const [balance] = await lockBalances(tx, wish.agencyId, [wish.balanceId])
      if (!balance) return
      await topUp(tx, platform, wish, balance)
      if (wish.isEmpty && balance.emptiedAt !== null) await mailEmpty(tx, platform, wish)
    })
  },
}

/** Buys a balance's next top-up by itself where one is due (R244). The balance is locked. */
export async function topUp(
  tx: Tx,
  platform: Platform,
  agency: { rootId: string; agencyId: string },
  balance: Balance,
): Promise<void> {
  const now_ms = platform.clock.now()
  const left_e4 = leftOf((await readLots(tx, agency.agencyId, [balance.id])).get(balance.id)!)
  if (!isTopUpDue(balance, left_e4, now_ms)) return
  const last = await readLastTopUp(tx, agency.agencyId, balance.id)
  if (last && isOpen(last)) return
  if ((await countAutomatic(tx, agency.agencyId, balance.id, now_ms - day_ms)) >= mostInDay) return
  if (!(await hasMeans(tx, platform.config, agency.agencyId))) return
  const { topUp_cents: amount_cents } = balance
  await openTopUp(tx, now_ms, agency, { id: newId(now_ms), balance, amount_cents, isAutomatic: true })
}

function isTopUpDue(balance: Balance, left_e4: number, now_ms: number): boolean {
  const { startedAt, stopsContinual, lastBalance_e4, topUp_cents, declines, declinedAt } = balance
  if (startedAt === null || stopsContinual || topUp_cents === 0 || !isLow(left_e4, lastBalance_e4)) return false
  return declines < mostDeclines && (declinedAt === null || now_ms - declinedAt.getTime() >= day_ms)
}
