import { expireLots, claimEndingNotices } from '#server/areas/prepaid/ending-lots.ts'
import { writeOffLost } from '#server/areas/prepaid/hold-lot.ts'
import { lockBalances } from '#server/areas/prepaid/balances.ts'
import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { mailEnding, mailExpired } from './mails.ts'
import { refundRemoved } from './refund-removed.ts'
import { topUp } from './top-up.ts'

interface Found {
  rootId: string
  agencyId: string
  ids: string[]
}

/** Upkeep of prepaid balances. Each agency has its own transaction, so a run may stop anywhere and be repeated. */
export const maintainWalletsJob: Job = {
  name: 'care-for-wallets',
  everyMinutes: 15,
  async run(platform) {
    const { rows } = await platform.appPool.query<{ root_id: string }>(
      'select distinct root_id from host where agency_id is null',
    )
    for (const { root_id: rootId } of rows) {
      const scope = { kind: 'root', rootId } as const
      const balances = await inScope(platform.appPool, scope, (tx) => findBalances(tx, rootId), { readOnly: true })
      await settleEach(platform, "an agency's prepaid balances could not be maintained", balances, (one) =>
        inScope(platform.appPool, { kind: 'agency', ...one }, (tx) => maintainWallet(tx, platform, one)),
      )
    }
  },
}

async function findBalances(tx: Tx, rootId: string): Promise<Found[]> {
  const { rows } = await tx.query<Found>(
    `select root_id as "rootId", agency_id as "agencyId", array_agg(id order by id) as ids from prepaid_balance
      where root_id = $1 group by root_id, agency_id order by agency_id`,
    [rootId],
  )
  return rows
}

async function maintainWallet(tx: Tx, platform: Platform, agency: Found): Promise<void> {
  const now_ms = platform.clock.now()
  // Lock order: balances before their lots, as when leads are paid, so that the two wait instead of deadlocking.
  await lockBalances(tx, agency.agencyId, agency.ids)
  await writeOffLost(tx, agency, now_ms)
  await refundRemoved(tx, agency, now_ms)
  for (const lot of await expireLots(tx, agency, now_ms)) await mailExpired(tx, platform, agency, lot)
  const ending = await claimEndingNotices(tx, agency, now_ms)
  if (ending.length > 0) {
    const zone = await readTimeZone(tx, agency.agencyId)
    for (const lot of ending) await mailEnding(tx, platform, agency, lot, zone)
  }
  for (const balance of await lockBalances(tx, agency.agencyId, agency.ids)) await topUp(tx, platform, agency, balance)
}
