import type { refundCharge } from '#contract/billing/refunds.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { bookRefund } from '#server/areas/billing/refunds/book-refund.ts'
import {
  insertRefund,
  lockRefund,
  presentRefund,
  type RefundLine,
  type RefundRow,
} from '#server/areas/billing/refunds/refunds.ts'
import { insertRefundLines, readLinesLeft, readRefundLines } from '#server/areas/billing/refunds/refund-lines.ts'
import { lockCharge, type ChargeRow } from '#server/areas/billing/charge-states.ts'
import { payerOf } from '#server/areas/billing/invoices/list-invoices.ts'
import { readRefundable } from '#server/areas/billing/refunds/refundable.ts'
import { readRefundTax } from '#server/areas/billing/taxes/tax-back.ts'
import { readUntaxedPart } from '#server/areas/billing/taxes/on-account.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import { addJob } from '#server/platform/jobs.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import { refundJobName } from './send-refund.ts'

/** Refunds come from the payee: the agency for its clients' charges, the operator for agencies' charges. */
export const handleRefundCharge: Handler<typeof refundCharge> = async ({ body }, call) => {
  const { clientId } = payerOf(call)
  const isPayee = (clientId !== null) === (call.caller.kind === 'agencyOwner')
  if (!isPayee) throw invalid('companyId', 'This company does not pay you.')
  const { row, lines } = await call.inScope(async (tx) => {
    const row = await refund(tx, call, body)
    return { row, lines: await readRefundLines(tx, row.agency_id, row.charge_id) }
  })
  return { result: 'success', message: 'The refund is being processed.', data: presentRefund(row, lines) }
}

async function refund(tx: Tx, call: SignedInCall, body: Input<typeof refundCharge>['body']): Promise<RefundRow> {
  const payer = payerOf(call)
  const id = call.operationId()
  const amount_cents = Math.round(body.amount * 100)
  const lines = linesOf(body)
  // One at a time under an id, whichever charge it names: the second one sees the first.
  await tx.query("select pg_advisory_xact_lock(hashtextextended('refund ' || $1 || $2, 0))", [payer.rootId, id])
  const charge = await lockCharge(tx, payer, body.chargeId)
  if (charge?.client_id !== payer.clientId) throw invalid('chargeId', 'Charge not found.')
  const there = await lockRefund(tx, payer.agencyId, id)
  if (there?.charge_id === charge.id && there.amount_cents === amount_cents && (await isOfLines(tx, there, lines)))
    return there
  if (there || (await isOfAnother(tx, payer, id)))
    throw invalid('operationId', 'This operation ID was already used for another refund.')
  if ((charge.status !== 'succeeded' && charge.status !== 'settled') || charge.balance_id !== null)
    throw new Failure('conflict', { message: 'Only paid amounts can be refunded.' })
  const left_cents = await readRefundable(tx, charge)
  if (amount_cents === 0) throw invalid('amount', 'Enter more than 0.')
  if (amount_cents > left_cents && !hasFault('refund-over-paid'))
    throw invalid('amount', 'This is more than the refundable amount.')
  const untaxed_cents = await readUntaxedPart(tx, call.platform.clock.now(), charge)
  if (untaxed_cents > 0 && amount_cents > left_cents - untaxed_cents)
    throw new Failure('conflict', { message: notInvoicedYet })
  await assertLinesLeft(tx, charge, lines)
  const row = await insert(tx, call, charge, { id, amount_cents, reason: body.reason }, lines)
  await recordActivity(tx, call, {
    action: 'billing.chargeRefunded',
    target: { kind: 'charge', id: charge.id },
    to: { amount: dollarsFromCents(amount_cents), reason: body.reason, lines: lines.map(({ line }) => line) },
  })
  return row
}

const notInvoicedYet =
  'This bill includes leads that are not on an invoice yet, and the invoice will charge tax for them. Refund them once it is issued.'

/** Whether another agency's refund has this id: gateways identify refunds by it, whoever receives the money. */
async function isOfAnother(tx: Tx, { rootId, agencyId }: ReturnType<typeof payerOf>, id: string): Promise<boolean> {
  const { rows } = await tx.query('select from refund where root_id = $1 and id = $2 and agency_id <> $3 limit 1', [
    rootId,
    id,
    agencyId,
  ])
  return rows.length > 0
}

/** Lines that were chosen, in their order. Throws `invalid` for one that is named twice, and where they do not come to the amount. */
function linesOf({ amount, lines = [] }: Input<typeof refundCharge>['body']): RefundLine[] {
  const refundLines = lines.map((one) => ({ line: one.line, amount_cents: Math.round(one.amount * 100) }))
  if (new Set(refundLines.map(({ line }) => line)).size < refundLines.length)
    throw invalid('lines', 'Name each line of the invoice once.')
  const sum_cents = refundLines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  if (refundLines.length > 0 && sum_cents !== Math.round(amount * 100))
    throw invalid('amount', 'This is not what the lines come to.')
  return refundLines.sort((a, b) => a.line - b.line)
}

async function isOfLines(tx: Tx, refund: RefundRow, lines: readonly RefundLine[]): Promise<boolean> {
  const storedLines = (await readRefundLines(tx, refund.agency_id, refund.charge_id)).filter(
    ({ refund_id }) => refund_id === refund.id,
  )
  const textOf = (of: readonly RefundLine[]): string =>
    of.map(({ line, amount_cents }) => `${line} ${amount_cents}`).join()
  return textOf(storedLines) === textOf(lines)
}

/** Throws `invalid` for a line that the invoice doesn't have, or whose refundable amount is smaller. */
async function assertLinesLeft(tx: Tx, charge: ChargeRow, lines: readonly RefundLine[]): Promise<void> {
  if (lines.length === 0) return
  const { agency_id: agencyId, id: invoiceId, client_id } = charge
  const remainders = await readLinesLeft(tx, { agencyId, invoiceId, isClient: client_id !== null })
  for (const [at, { line, amount_cents }] of lines.entries()) {
    const left_cents = remainders.get(line)
    if (left_cents === undefined) throw invalid(`lines.${at}.line`, 'The invoice has no such line.')
    if (amount_cents === 0) throw invalid(`lines.${at}.amount`, 'Enter more than 0.')
    if (amount_cents > left_cents && !hasFault('refund-line-over'))
      throw invalid(`lines.${at}.amount`, 'This is more than the refundable amount.')
  }
}

/** A charge paid by hand is refunded by hand, and so at once; for a card, the gateway is called after the commit. */
async function insert(
  tx: Tx,
  { platform }: SignedInCall,
  charge: ChargeRow,
  request: Pick<RefundRow, 'id' | 'amount_cents' | 'reason'>,
  lines: readonly RefundLine[],
): Promise<RefundRow> {
  const now_ms = platform.clock.now()
  const tax = await readRefundTax(tx, charge, request.amount_cents, lines)
  const row: RefundRow = {
    ...request,
    tax_cents: tax.tax_cents,
    root_id: charge.root_id,
    agency_id: charge.agency_id,
    client_id: charge.client_id,
    charge_id: charge.id,
    state: 'sent',
    attempt_id: charge.status === 'settled' ? null : await findPaidAttempt(tx, charge),
    cause: null,
    issuer: charge.client_id === null ? 'root' : 'agency',
    year: null,
    number: null,
    created_at: dateOf(now_ms),
    asked_at: dateOf(machineTime(platform.clock)),
  }
  await insertRefund(tx, row)
  await insertRefundLines(tx, row, tax.lines)
  if (row.attempt_id === null) await bookRefund(tx, now_ms, { refund: row, isByHand: true, share_cents: 0 }, null)
  else
    await addJob(
      tx,
      refundJobName,
      { rootId: row.root_id, agencyId: row.agency_id, refundId: row.id },
      { queue: `collect ${row.agency_id}` },
    )
  return row
}

async function findPaidAttempt(tx: Tx, charge: ChargeRow): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from charge_attempt where agency_id = $1 and charge_id = $2 and state = 'succeeded'`,
    [charge.agency_id, charge.id],
  )
  return rows[0]!.id
}
