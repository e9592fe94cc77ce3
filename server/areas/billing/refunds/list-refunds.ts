import type { listRefunds } from '#contract/billing/refunds.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { payerOf } from '../invoices/list-invoices.ts'
import { readRefundable, type Paid } from './refundable.ts'
import { readLinesLeft, readRefundLines } from './refund-lines.ts'
import { presentRefund, refundColumns, type RefundRow } from './refunds.ts'

export const handleListRefunds: Handler<typeof listRefunds> = async ({ params }, call) => {
  const { agencyId, clientId } = payerOf(call)
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<Paid & { is_paid: boolean }>(
      `select id, agency_id, client_id, amount_cents, status in ('succeeded', 'settled') and balance_id is null as is_paid from charge
        where agency_id = $1 and id = $2 and client_id is not distinct from $3`,
      [agencyId, params.chargeId, clientId],
    )
    const charge = rows[0]
    if (!charge) throw invalid('chargeId', 'Charge not found.')
    const refunds = await tx.query<RefundRow>(
      `select ${refundColumns} from refund r where r.agency_id = $1 and r.charge_id = $2 order by r.created_at, r.number, r.id`,
      [agencyId, params.chargeId],
    )
    const lines = await readRefundLines(tx, agencyId, params.chargeId)
    const left_cents = charge.is_paid ? await readRefundable(tx, charge) : 0
    const linesLeft =
      left_cents > 0
        ? await readLinesLeft(tx, { agencyId, invoiceId: charge.id, isClient: clientId !== null })
        : new Map<number, number>()
    return {
      result: 'success' as const,
      data: {
        refunds: refunds.rows.map((row) => presentRefund(row, lines)),
        refundable: dollarsFromCents(left_cents),
        lines: [...linesLeft]
          .sort(([one], [other]) => one - other)
          .map(([line, cents]) => ({ line, amount: dollarsFromCents(Math.min(cents, left_cents)) })),
      },
    }
  })
}
