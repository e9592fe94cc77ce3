import { z } from 'zod'
import { bookRefund, undoRefund } from '#server/areas/billing/refunds/book-refund.ts'
import { failRefund, lockRefund, recordRefundQuery, type RefundRow } from '#server/areas/billing/refunds/refunds.ts'
import { lockCharge } from '#server/areas/billing/charge-states.ts'
import { lockWithMonths } from '#server/areas/billing/refunds/refundable-shares.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import {
  GatewayRefused,
  GatewayUnreachable,
  type CardGateway,
  type RefundOutcome,
  type RefundRequest,
} from '#server/providers/payments/gateway.ts'
import { gatewayNamed } from '#server/providers/payments/registry.ts'
import { findAttempt, chargeRequestOf, type Attempt } from '../charges/attempts.ts'
import { beginRound } from '../rounds.ts'
import { mailReturned } from './mail-returned.ts'

export const refundJobName = 'refund-charge'

const payload = z.object({ rootId: z.uuid(), agencyId: z.uuid(), refundId: z.uuid() })
type Refunding = z.output<typeof payload>

/** Sends a committed refund to the gateway and stores the outcome. Repeatable: its id is the idempotency key. */
export const refundChargeJob: Job = {
  name: refundJobName,
  run: (platform, input) => sendRefund(platform, payload.parse(input)),
}

/** Longer than the gateway's timeout. */
const patience_ms = 45_000
const pageSize = 500

/** Checks refunds without an outcome, the longest unchecked first, until their operator's part of the round is over. */
export const reconcileRefundsJob: Job = {
  name: 'reconcile-refunds',
  everyMinutes: 1,
  async run(platform) {
    const { rows } = await platform.appPool.query<{ root_id: string }>('select distinct root_id from ledger_book')
    const before = dateOf(machineTime(platform.clock) - patience_ms)
    for (const { root_id: rootId } of rows) {
      const refunds = await inScope(
        platform.appPool,
        { kind: 'root', rootId },
        (tx) =>
          tx.query<Refunding>(
            `select root_id as "rootId", agency_id as "agencyId", id as "refundId" from refund
              where root_id = $1 and state = 'sent' and asked_at <= $2 order by asked_at, id limit $3`,
            [rootId, before, pageSize],
          ),
        { readOnly: true },
      )
      const inRound = beginRound(platform, rows.length).take(refunds.rows)
      await settleEach(platform, 'a refund could not be looked up', inRound, (request) => sendRefund(platform, request))
    }
  },
}

async function sendRefund(platform: Platform, { rootId, agencyId, refundId }: Refunding): Promise<void> {
  const scope = { kind: 'agency', rootId, agencyId } as const
  const { refund, attempt } = await inScope(platform.appPool, scope, async (tx) => {
    const refund = await lockRefund(tx, agencyId, refundId)
    if (refund?.state !== 'sent' || refund.attempt_id === null) return { refund: null, attempt: null }
    await recordRefundQuery(tx, machineTime(platform.clock), refund)
    return { refund, attempt: await findAttempt(tx, agencyId, refund.attempt_id) }
  })
  const gateway = attempt && gatewayNamed(platform.config, attempt.gateway)
  if (!refund || !attempt || !gateway) return
  const outcome = await refundOrLookUp(gateway, wishFor(refund, attempt))
  if (outcome.state !== 'pending')
    await inScope(platform.appPool, scope, (tx) => keep(tx, platform, refund, attempt, outcome))
}

const wishFor = (refund: RefundRow, attempt: Attempt): RefundRequest => ({
  refundId: refund.id,
  charge: chargeRequestOf(attempt),
  gatewayId: attempt.gateway_id ?? '',
  amount_cents: refund.amount_cents,
})

/**
 * Handles an event about a refund. A refund that succeeded can still fail days later, if the payer's bank rejects it;
 * then it is reversed. Returns whether the event is settled; if not, it waits.
 */
export async function applyRefund(platform: Platform, request: Refunding): Promise<boolean> {
  const { rootId, agencyId, refundId } = request
  const scope = { kind: 'agency', rootId, agencyId } as const
  const { refund, attempt } = await inScope(platform.appPool, scope, async (tx) => {
    const refund = await lockRefund(tx, agencyId, refundId)
    return { refund, attempt: refund?.attempt_id ? await findAttempt(tx, agencyId, refund.attempt_id) : null }
  })
  if (refund?.state === 'sent') await sendRefund(platform, request)
  const gateway = attempt && gatewayNamed(platform.config, attempt.gateway)
  if (refund?.state !== 'succeeded' || !attempt || !gateway) return refund !== null
  const outcome = await lookUp(gateway, wishFor(refund, attempt))
  if (outcome?.state === 'pending') return false
  if (outcome?.state === 'failed')
    await inScope(platform.appPool, scope, async (tx) => {
      const charge = await lockCharge(tx, { agencyId }, refund.charge_id)
      const now = await lockRefund(tx, agencyId, refundId)
      if (!charge || now?.state !== 'succeeded') return
      await undoRefund(tx, platform.clock.now(), now, outcome.code)
      await mailReturned(tx, platform, charge, now)
    })
  return true
}

/** Looks the refund up first: gateways forget keys after a day, and a refusal afterwards may hide one that was done. */
async function refundOrLookUp(gateway: CardGateway, request: RefundRequest): Promise<RefundOutcome> {
  const outcome = await lookUp(gateway, request)
  if (outcome) return outcome
  try {
    return await gateway.refund(request)
  } catch (thrown) {
    if (thrown instanceof GatewayUnreachable) return pending
    if (thrown instanceof GatewayRefused) return { state: 'failed', gatewayId: null, code: thrown.code }
    throw thrown
  }
}

const pending: RefundOutcome = { state: 'pending' }

/** Null if the gateway has no record of the refund. A refused lookup doesn't prove that nothing was refunded. */
async function lookUp(gateway: CardGateway, request: RefundRequest): Promise<RefundOutcome | null> {
  try {
    return await gateway.findRefund(request)
  } catch (thrown) {
    if (thrown instanceof GatewayUnreachable || thrown instanceof GatewayRefused) return pending
    throw thrown
  }
}

async function keep(
  tx: Tx,
  { clock }: Platform,
  { id, agency_id, charge_id }: RefundRow,
  attempt: Attempt,
  outcome: Exclude<RefundOutcome, { state: 'pending' }>,
): Promise<void> {
  if (attempt.fee_cents > 0) await lockWithMonths(tx, agency_id, [charge_id])
  const charge = await lockCharge(tx, { agencyId: agency_id }, charge_id)
  const refund = await lockRefund(tx, agency_id, id)
  if (!charge || refund?.state !== 'sent') return
  const now_ms = clock.now()
  if (outcome.state === 'failed') return failRefund(tx, now_ms, refund, outcome.code)
  const share_cents = await shareOfRefund(tx, refund, attempt)
  await bookRefund(tx, now_ms, { refund, isByHand: false, share_cents }, outcome.gatewayId)
}

/** The refund's proportional part of the operator's share, rounded down. The last refund returns the rest. */
async function shareOfRefund(tx: Tx, refund: RefundRow, attempt: Attempt): Promise<number> {
  const { rows: refunds } = await tx.query<{ id: string; amount_cents: number }>(
    `select id, amount_cents from refund where agency_id = $1 and charge_id = $2 and state = 'succeeded'`,
    [refund.agency_id, refund.charge_id],
  )
  const { rows } = await tx.query<{ share_cents: number }>(
    `select coalesce(sum(amount_e4), 0)::bigint / 100 as share_cents from ledger_transfer
      where agency_id = $1 and kind = 'share_refund' and reference_id = any ($2::uuid[])`,
    [refund.agency_id, refunds.map(({ id }) => id)],
  )
  const { share_cents } = rows[0]!
  const back_cents = refunds.reduce((sum, { amount_cents }) => sum + amount_cents, refund.amount_cents)
  const due_cents = Math.floor((attempt.fee_cents * back_cents) / attempt.amount_cents)
  // After a refund was reversed, the others may have returned a cent more than is due now.
  return Math.max(0, due_cents - share_cents)
}
