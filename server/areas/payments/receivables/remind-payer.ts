import type { remindPayer } from '#contract/payments/receivables.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { payerOf } from '#server/areas/billing/invoices/list-invoices.ts'
import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import type { Platform } from '#server/platform/platform.ts'
import { mailReminder } from './mail-reminder.ts'
import { readOpenCharges, sumOf } from './open-charges.ts'

type Payer = ReturnType<typeof payerOf>

export const handleRemindPayer: Handler<typeof remindPayer> = async ({ body }, call) => {
  const payer = payerOf(call)
  const isPayee = (payer.clientId !== null) === (call.caller.kind === 'agencyOwner')
  if (!isPayee) throw invalid('companyId', 'This company does not pay you.')
  const { platform } = call
  await call.inScope(async (tx) => {
    const charges = await readOpenCharges(tx, payer)
    if (charges.length === 0) throw new Failure('conflict', { message: 'This company has no open charges.' })
    if (!(await recordReminder(tx, platform, payer)))
      throw new Failure('conflict', { message: 'A reminder was already sent today.' })
    await mailReminder(tx, platform, payer, charges)
    await recordActivity(tx, call, {
      action: 'billing.payerReminded',
      target: { kind: 'company', id: body.companyId },
      to: { amount: dollarsFromCents(sumOf(charges)) },
    })
  })
  return { result: 'success', message: 'The reminder has been sent.' }
}

/** False if the payer was reminded today, by its own calendar: whoever comes second finds the first one's row. */
async function recordReminder(tx: Tx, { clock }: Platform, { rootId, agencyId, clientId }: Payer): Promise<boolean> {
  const now_ms = clock.now()
  const payerId = clientId ?? agencyId
  const today = localDateAt(now_ms, await readTimeZone(tx, payerId))
  const { rowCount } = await tx.query(
    `insert into payment_reminder (agency_id, payer_id, root_id, client_id, sent_on, sent_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (agency_id, payer_id) do update set sent_on = excluded.sent_on, sent_at = excluded.sent_at
      where payment_reminder.sent_on < excluded.sent_on`,
    [agencyId, payerId, rootId, clientId, today, dateOf(now_ms)],
  )
  return rowCount === 1
}
