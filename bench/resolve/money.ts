import type { Pool } from 'pg'
import type { TestDatabase } from '#server/test/harness.ts'
import { buyPrepaid } from '#server/test/prepaid.ts'
import type { Resolved } from '#server/areas/leads/resolve-agency.ts'
import { median } from '../support/figures.ts'
import { now_ms } from './load.ts'

// The cost of money checks: the same kind of visits for agencies with none of them and with all of them, in alternating
// batches.

/** More than the leads of the benchmark cost, so that every check runs and none blocks a lead. */
const plenty_cents = 5_000_000
const leadsToBuy = 1_000_000

/**
 * Enables every limit on an agency's money: monthly caps of campaigns, clients and the agency, each with alerts; a Data
 * Wallet that leads require; and leads that every campaign's client has prepaid.
 */
export async function boundMoney(appPool: Pool, adminPool: Pool, agencyId: string): Promise<void> {
  await adminPool.query(
    `update campaign set month_cap_cents = $2, alert_cents = $2, alert_payer = true where agency_id = $1`,
    [agencyId, plenty_cents],
  )
  await adminPool.query(
    `insert into money_cap (agency_id, company_id, client_id, root_id, month_cap_cents, alert_cents, updated_at)
     select distinct agency_id, company.id, company.client_id, campaign.root_id, $2::int, $2::int, $3::timestamptz
       from campaign cross join lateral (values (campaign.agency_id, null), (client_id, client_id)) as company (id, client_id)
      where agency_id = $1`,
    [agencyId, plenty_cents, new Date(now_ms)],
  )
  const { rows } = await adminPool.query<{ id: string; clientId: string; rootId: string }>(
    `select id, client_id as "clientId", root_id as "rootId" from campaign where agency_id = $1`,
    [agencyId],
  )
  const db = { appPool } as unknown as TestDatabase
  const book = { rootId: rows[0]!.rootId, agencyId }
  const purchase = { amount_cents: plenty_cents, at_ms: now_ms }
  await buyPrepaid(db, book, purchase)
  for (const { id, clientId } of rows)
    await buyPrepaid(db, book, { ...purchase, balance: { id, clientId }, leadsToBuy })
}

type Pair = readonly [plain: string, bound: string]

/** The ratio of a batch's time with money checks to its time without: the median over all pairs of batches. */
export async function compareMoney(
  pairs: readonly Pair[],
  resolve: (id: string) => Promise<Resolved>,
): Promise<number> {
  const time = async (id: string): Promise<{ ms: number; more: boolean }> => {
    const began = performance.now()
    const { more } = await resolve(id)
    return { ms: performance.now() - began, more }
  }
  const ratios: number[] = []
  for (const [plain, withFunds] of pairs) {
    for (let more = true; more;) {
      // Each goes first equally often.
      const isBoundFirst = ratios.length % 2 === 1
      const first = await time(isBoundFirst ? withFunds : plain)
      const second = await time(isBoundFirst ? plain : withFunds)
      ratios.push(isBoundFirst ? first.ms / second.ms : second.ms / first.ms)
      more = first.more && second.more
    }
  }
  return median(ratios)
}
