import type { readBilling } from '#contract/billing/invoices.ts'
import { centsFromE4, dollarsFromCents } from '#contract/core/money.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { dateOf } from '#server/platform/clock.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { openStatuses } from './charge-states.ts'
import { sumUninvoiced } from './invoices/gather-enrichments.ts'
import { payerOf } from './invoices/list-invoices.ts'
import { nextBoundary, type Term } from './periods/boundaries.ts'

/** What a payer has to pay, and what comes next. A client reads the zone of its own company, which is its agency's unless it says otherwise. */
export const handleReadBilling: Handler<typeof readBilling> = async (_input, call) => {
  const { agencyId, clientId } = payerOf(call)
  const now_ms = call.platform.clock.now()
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<{ due_cents: number; term: Term; zone: string }>(
      `select (select coalesce(sum(amount_cents), 0)::bigint from charge
                where agency_id = $1 and client_id is not distinct from $2 and status = any($3)
                  and balance_id is null) as due_cents,
              case when c.kind = 'client' then first_payment_term(c.payment_terms) else 'Monthly' end as term,
              c.time_zone as zone
         from company c where c.id = coalesce($2, $1)`,
      [agencyId, clientId, openStatuses],
    )
    const { due_cents, term, zone } = rows[0]!
    const accrued_e4 = await sumUninvoiced(tx, { agencyId, clientId, until: dateOf(now_ms) })
    return {
      result: 'success' as const,
      data: {
        due: dollarsFromCents(due_cents),
        accrued: dollarsFromCents(centsFromE4(accrued_e4)),
        next_charge_on: nextBoundary(term, localDateAt(now_ms, zone)),
        term,
      },
    }
  })
}
