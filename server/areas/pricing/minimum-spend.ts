import { centsFromText, dollarsFromCents } from '#contract/core/money.ts'
import { noMinimumSpend, type MinimumSpend } from '#contract/pricing/minimum-spend.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Priced } from './read-cost.ts'

interface Row {
  is_on: boolean
  first_cents: number
  second_cents: number
  monthly_cents: number
}

/** The minimum monthly spend of agencies (R259). Requires the operator's scope. */
export async function readMinimumSpend(tx: Tx, rootId: string): Promise<MinimumSpend> {
  const { rows } = await tx.query<Row>(
    `select is_on, first_month_cents as first_cents, second_month_cents as second_cents,
       monthly_cents from minimum_spend where root_id = $1`,
    [rootId],
  )
  const row = rows[0]
  if (!row) return noMinimumSpend
  return {
    status: row.is_on ? 1 : 0,
    first_month: dollarsFromCents(row.first_cents),
    second_month: dollarsFromCents(row.second_cents),
    monthly: dollarsFromCents(row.monthly_cents),
  }
}

/** The entry for the activity log. */
export interface MinimumSpendChanged {
  action: 'billing.minimumSpendSet'
  from: MinimumSpend
  to: MinimumSpend
}

/** Sets it for all the operator's agencies (C175, minspend_setting). Throws `forbidden` for anyone but the operator. */
export async function saveMinimumSpend(
  tx: Tx,
  { caller, platform }: SignedInCall,
  { rootId, agencyId }: Priced,
  minimum: MinimumSpend,
): Promise<MinimumSpendChanged> {
  if (agencyId !== null || (caller.kind !== 'rootSystem' && caller.kind !== 'rootAdmin')) throw accessDenied()
  await tx.query('select from company where id = $1 for no key update', [rootId])
  const from = await readMinimumSpend(tx, rootId)
  const cents = (dollars: number): number => centsFromText(String(dollars)) ?? 0
  await tx.query(
    `insert into minimum_spend (root_id, is_on, first_month_cents, second_month_cents, monthly_cents, updated_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (root_id) do update set is_on = $2, first_month_cents = $3, second_month_cents = $4,
       monthly_cents = $5, updated_at = $6`,
    [
      rootId,
      minimum.status === 1,
      cents(minimum.first_month),
      cents(minimum.second_month),
      cents(minimum.monthly),
      dateOf(platform.clock.now()),
    ],
  )
  const { status, first_month, second_month, monthly } = minimum
  return { action: 'billing.minimumSpendSet', from, to: { status, first_month, second_month, monthly } }
}
