import type { payOutCredit } from '#contract/billing/credits.ts'
import { centsFromText, e4FromCents } from '#contract/core/money.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import { readExactlyOwed } from '#server/areas/ledger/read-owed.ts'
import { readTransfersOf } from '#server/areas/ledger/read-transfers.ts'
import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { payerOf } from '../invoices/list-invoices.ts'
import { bankOf, debtOf, type PayerOf } from './payer-accounts.ts'

type Body = Input<typeof payOutCredit>['body']

/** The payee records that a credit was paid out outside of the product: once per operation, and never more than the credit. */
export const handlePayOutCredit: Handler<typeof payOutCredit> = async ({ body }, call) => {
  const payer = payerOf(call)
  const isPayee = (payer.clientId !== null) === (call.caller.kind === 'agencyOwner')
  if (!isPayee) throw invalid('companyId', 'This company does not pay you.')
  await call.inScope(async (tx) => {
    if (await wasRecorded(tx, call, payer, body)) return
    await assertPast(tx, call, body)
    await book(tx, call, payer, body)
    await recordActivity(tx, call, {
      action: 'billing.creditPaidOut',
      target: { kind: 'company', id: body.companyId },
      to: { amount: body.amount, paid_on: body.paid_on, note: body.note },
    })
  })
  return { result: 'success', message: 'The payout has been recorded.' }
}

const centsOf = ({ amount }: Body): number => {
  const cents = centsFromText(String(amount)) ?? 0
  if (cents === 0) throw invalid('amount', 'Please enter a valid amount.')
  return cents
}

const transferIdOf = (call: SignedInCall): string => uuidOf(['credit_paid_out', call.operationId()])

/** Whether this operation has recorded the same before. One at a time under an id: the second one sees the first. */
async function wasRecorded(tx: Tx, call: SignedInCall, { agencyId }: PayerOf, body: Body): Promise<boolean> {
  const id = transferIdOf(call)
  await tx.query("select pg_advisory_xact_lock(hashtextextended('credit payout ' || $1 || $2, 0))", [agencyId, id])
  const payout = (await readTransfersOf(tx, agencyId, body.companyId)).find((one) => one.id === id)
  if (payout && payout.amount_e4 !== e4FromCents(centsOf(body)))
    throw invalid('operationId', 'This operation ID was already used for another payout.')
  return payout !== undefined
}

/** By the calendar of the payee, which is the caller's. */
async function assertPast(tx: Tx, { platform, caller }: SignedInCall, { paid_on }: Body): Promise<void> {
  const today = localDateAt(platform.clock.now(), await readTimeZone(tx, caller.companyId))
  if (paid_on > today) throw invalid('paid_on', 'This day is still to come.')
}

async function book(tx: Tx, call: SignedInCall, payer: PayerOf, body: Body): Promise<void> {
  const now_ms = call.platform.clock.now()
  const cents = centsOf(body)
  const accountOf = await ensureAccounts(tx, payer, now_ms, [debtOf(payer), bankOf(payer)])
  await postTransfers(tx, payer, now_ms, [
    {
      id: transferIdOf(call),
      flow: {
        debitAccountId: accountOf(debtOf(payer)),
        creditAccountId: accountOf(bankOf(payer)),
        kind: 'credit_paid_out',
        referenceKind: 'company',
        clientId: payer.clientId,
      },
      amount_e4: e4FromCents(cents),
      referenceId: body.companyId,
    },
  ])
  // Read after the transfer, which holds the account's lock: leads and payments change the credit at any moment.
  const owed_e4 = (await readExactlyOwed(tx, payer.agencyId, [payer.clientId]))(payer.clientId)
  if (owed_e4 <= 0) return
  const credit_e4 = e4FromCents(cents) - owed_e4
  throw invalid('amount', credit_e4 >= 100 ? 'This is more than the credit.' : 'There is no credit to pay out.')
}
