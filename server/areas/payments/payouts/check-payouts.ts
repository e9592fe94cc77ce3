import type { Pool } from 'pg'
import { inScope } from '#server/platform/database/scope.ts'

/**
 * The doctor's check: lists payouts whose amount differs from the sum of their entries, or from their own movements of
 * the balance if those were read. The movements of a payout that failed or was canceled may also add up to zero.
 */
const mismatches = `
  select p.id, 'made of' as what from gateway_payout p
   where p.root_id = $1 and p.itemized_at is not null and p.amount_cents <> (
     select coalesce(sum(e.amount_cents - e.fee_cents), 0) from gateway_payout_entry e where e.payout_id = p.id)
  union all
  select p.id, 'moved' from gateway_payout p
    join gateway_entry e on e.root_id = $1 and e.gateway = p.gateway and e.account_id = p.account_id
      and e.kind = 'payout' and e.source_id = p.gateway_id
   where p.root_id = $1 group by p.id
  having sum(e.amount_cents) <> -p.amount_cents
     and not (p.state in ('failed', 'canceled') and abs(sum(e.amount_cents)) in (0, abs(p.amount_cents)))`

/** Covers every operator. */
export async function checkPayouts(appPool: Pool): Promise<{ payouts: number; itemized: number; wrong: string[] }> {
  const sum = { payouts: 0, itemized: 0, wrong: [] as string[] }
  const { rows } = await appPool.query<{ root_id: string }>('select distinct root_id from ledger_book')
  for (const { root_id: rootId } of rows)
    await inScope(
      appPool,
      { kind: 'root', rootId },
      async (tx) => {
        const { rows: counts } = await tx.query<{ payouts: number; itemized: number }>(
          `select count(*)::integer as payouts, count(itemized_at)::integer as itemized from gateway_payout where root_id = $1`,
          [rootId],
        )
        sum.payouts += counts[0]!.payouts
        sum.itemized += counts[0]!.itemized
        const { rows: payouts } = await tx.query<{ id: string }>(
          `select distinct id from (${mismatches}) w order by id`,
          [rootId],
        )
        sum.wrong.push(...payouts.map(({ id }) => id))
      },
      { readOnly: true, statementTimeout_ms: 60_000 },
    )
  return sum
}
