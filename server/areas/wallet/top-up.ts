import { z } from 'zod'
import { orderedTopUpCents } from '#contract/billing/top-ups.ts'
import { countAutomatic, isOpen, openTopUp, readLastTopUp } from '#server/areas/billing/top-ups/open-top-up.ts'
import { isNewestLotHeld } from '#server/areas/prepaid/hold-lot.ts'
import { isLow, leftOf } from '#server/areas/prepaid/draw.ts'
import { lockBalances, readLots, type Balance } from '#server/areas/prepaid/balances.ts'
import { topUpJobName, type BalanceRequest } from '#server/areas/prepaid/funds.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { canTopUp } from './can-top-up.ts'
import { mailUsedUp } from './mail-used-up.ts'
import { mailEmpty } from './mails.ts'

const day_ms = 86_400_000
/** Limits of automatic top-ups: consecutive declines before they stop, and top-ups per day, however fast it is used. */
export const maxDeclines = 2
const maxInDay = 3

const payload = z.object({ rootId: z.uuid(), agencyId: z.uuid(), balanceId: z.uuid(), isEmpty: z.boolean() })

/** Checks a balance that has fallen below a tenth, or has run out. */
export const topUpJob: Job = {
  name: topUpJobName,
  async run(platform, input) {
    const request = payload.parse(input) satisfies BalanceRequest
    await inScope(platform.appPool, { kind: 'agency', ...request }, async (tx) => {
      const [balance] = await lockBalances(tx, request.agencyId, [request.balanceId])
      if (!balance) return
      await topUp(tx, platform, request, balance)
      if (!request.isEmpty || balance.emptiedAt === null) return
      if (balance.clientId === null) await mailEmpty(tx, platform, request)
      else await mailUsedUp(tx, platform, request, { campaignId: balance.id, clientId: balance.clientId })
    })
  },
}

/** Opens a balance's next automatic top-up if one is due (R244). The caller has locked the balance. */
export async function topUp(
  tx: Tx,
  platform: Platform,
  agency: { rootId: string; agencyId: string },
  balance: Balance,
): Promise<void> {
  const now_ms = platform.clock.now()
  const left_e4 = leftOf((await readLots(tx, agency.agencyId, [balance.id])).get(balance.id)!)
  const amount_cents = await priceOf(tx, agency.agencyId, balance)
  if (amount_cents === 0 || !isTopUpDue(balance, left_e4, now_ms)) return
  const last = await readLastTopUp(tx, agency.agencyId, balance.id)
  if ((last && isOpen(last)) || (await isNewestLotHeld(tx, agency.agencyId, balance.id))) return
  if ((await countAutomatic(tx, agency.agencyId, balance.id, now_ms - day_ms)) >= maxInDay) return
  // A client without a card pays its agency by hand, so its charge is opened anyway and waits for either.
  if (balance.clientId === null && !(await canTopUp(tx, platform.config, agency.agencyId))) return
  await openTopUp(tx, now_ms, agency, { id: newId(now_ms), balance, amount_cents, isAutomatic: true })
}

function isTopUpDue(balance: Balance, left_e4: number, now_ms: number): boolean {
  const { clientId, startedAt, stopsContinual, lastBalance_e4, emptiedAt, declines, declinedAt } = balance
  // The owner requests a wallet's first top-up; a campaign's comes when it starts, even if automatic ones are off.
  const isFirst = startedAt === null
  // Once a wallet has expired whole, there is no balance to be a tenth of: the next lead that it cannot pay tops it up.
  const isSpent = clientId === null && lastBalance_e4 === 0 && emptiedAt !== null
  if (isFirst ? clientId === null : stopsContinual || !(isLow(left_e4, lastBalance_e4) || isSpent)) return false
  return declines < maxDeclines && (declinedAt === null || now_ms - declinedAt.getTime() >= day_ms)
}

/** The next top-up's amount: the wallet's setting, or the leads to buy at the current price. 0 to buy nothing. */
async function priceOf(tx: Tx, agencyId: string, { id, clientId, topUp_cents, leadsToBuy }: Balance): Promise<number> {
  if (clientId === null) return topUp_cents
  const { rows } = await tx.query<{ price_e4: number }>(
    `select retail_price_e4 as price_e4 from campaign
      where agency_id = $1 and id = $2 and status = 'active' and removed_at is null`,
    [agencyId, id],
  )
  return orderedTopUpCents(leadsToBuy, rows[0]?.price_e4 ?? 0)
}
