import { z } from 'zod'
import type { submitEvidence } from '#contract/payments/disputes.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { endEvidence, saveEvidence, lockDispute, type DisputeRow } from '#server/areas/billing/disputes/disputes.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { GatewayRefused, GatewayUnreachable, type CardGateway } from '#server/providers/payments/gateway.ts'
import { gatewayNamed } from '#server/providers/payments/registry.ts'
import { gatherEvidence } from './gather-evidence.ts'
import { applyDispute } from './apply-dispute.ts'
import { findOwn } from './list-disputes.ts'

const jobName = 'send-dispute-evidence'
const payload = z.object({ rootId: z.uuid(), agencyId: z.uuid(), disputeId: z.uuid() })
type Evidence = z.output<typeof payload>

/** Banks accept one response: evidence is submitted once, and again only if the gateway refused it. */
export const handleSubmitEvidence: Handler<typeof submitEvidence> = async ({ body }, call) => {
  const now_ms = call.platform.clock.now()
  await call.inScope(async (tx) => {
    const { agency_id: agencyId } = await findOwn(tx, call.caller, body.disputeId)
    const dispute = (await lockDispute(tx, agencyId, body.disputeId))!
    assertOpen(dispute, now_ms)
    if (dispute.evidence_state === 'sent' && dispute.evidence === body.text) return
    if (dispute.evidence_state !== null && dispute.evidence_state !== 'failed')
      throw new Failure('conflict', { message: 'This dispute already has a response.' })
    await saveEvidence(tx, now_ms, dispute, body.text)
    await addJob(tx, jobName, { rootId: dispute.root_id, agencyId, disputeId: dispute.id } satisfies Evidence)
    await recordActivity(tx, call, {
      action: 'billing.disputeAnswered',
      target: { kind: 'charge', id: dispute.charge_id },
      to: { amount: dispute.amount_cents / 100, reason: dispute.reason },
    })
  })
  return { result: 'success', message: 'Your response has been sent to the bank.' }
}

function assertOpen({ state, respond_by }: DisputeRow, now_ms: number): void {
  const isOpen = state === 'warning' || state === 'needs_response'
  if (!isOpen || (respond_by !== null && respond_by.getTime() < now_ms))
    throw new Failure('conflict', { message: 'The bank no longer accepts a response to this dispute.' })
}

/** Submits committed evidence. Repeatable: each response has its own idempotency key. */
export const sendEvidenceJob: Job = {
  name: jobName,
  run: (platform, input) => send(platform, payload.parse(input)),
}

/** Resubmits evidence that an outage left unsent. */
export const resendEvidenceJob: Job = {
  name: 'resend-dispute-evidence',
  everyMinutes: 5,
  async run(platform) {
    const { rows } = await platform.appPool.query<{ root_id: string }>('select distinct root_id from ledger_book')
    const before = dateOf(platform.clock.now() - 60_000)
    for (const { root_id: rootId } of rows) {
      const evidence = await inScope(
        platform.appPool,
        { kind: 'root', rootId },
        (tx) =>
          tx.query<Evidence>(
            `select root_id as "rootId", agency_id as "agencyId", id as "disputeId" from dispute
              where root_id = $1 and evidence_state = 'sent' and evidence_at <= $2 order by evidence_at, id limit 200`,
            [rootId, before],
          ),
        { readOnly: true },
      )
      await settleEach(platform, 'a dispute response could not be sent', evidence.rows, (request) =>
        send(platform, request),
      )
    }
  },
}

async function send(platform: Platform, { rootId, agencyId, disputeId }: Evidence): Promise<void> {
  const scope = { kind: 'agency', rootId, agencyId } as const
  const { dispute, proofs } = await inScope(platform.appPool, scope, async (tx) => {
    const dispute = await lockDispute(tx, agencyId, disputeId)
    return dispute?.evidence_state === 'sent'
      ? { dispute, proofs: await gatherEvidence(tx, dispute) }
      : { dispute: null, proofs: null }
  })
  const gateway = dispute && gatewayNamed(platform.config, dispute.gateway)
  if (!dispute || !proofs || !gateway) return
  const of = { disputeId: dispute.gateway_id, accountId: dispute.account_id }
  const { product, activity, agreements, customerName, customerEmail } = proofs
  const explanation = [dispute.evidence, agreements].filter(Boolean).join('\n\n')
  const evidence = { explanation, product, activity, customerName, customerEmail }
  const end = await sentOrLookUp(gateway, dispute, evidence)
  if (!end) return
  await inScope(platform.appPool, scope, async (tx) => {
    const now = await lockDispute(tx, agencyId, disputeId)
    if (now?.evidence_state === 'sent' && now.evidence_number === dispute.evidence_number)
      await endEvidence(tx, now, end)
  })
  await applyDispute(platform, gateway, of)
}

/**
 * Looks the dispute up first: what was sent before a crash or a lost answer may have reached the bank, and names in the evidence may have
 * changed since, so that the gateway would refuse to repeat the request.
 */
async function sentOrLookUp(
  gateway: CardGateway,
  dispute: DisputeRow,
  evidence: Parameters<CardGateway['submitEvidence']>[1],
): ReturnType<typeof sent> {
  try {
    const reading = await gateway.readDispute({ disputeId: dispute.gateway_id, accountId: dispute.account_id })
    if (reading?.isAnswered) return { state: 'submitted', cause: null }
  } catch (thrown) {
    if (thrown instanceof GatewayUnreachable) return null
    if (!(thrown instanceof GatewayRefused)) throw thrown
  }
  return sent(gateway, dispute, evidence)
}

/** The outcome; null if the gateway is unreachable, so that the evidence is resubmitted under the same key. */
async function sent(
  gateway: CardGateway,
  { id, gateway_id, account_id, evidence_number }: DisputeRow,
  evidence: Parameters<CardGateway['submitEvidence']>[1],
): Promise<{ state: 'submitted' | 'failed'; cause: string | null } | null> {
  try {
    const of = { disputeId: gateway_id, accountId: account_id }
    await gateway.submitEvidence(of, evidence, `${id} evidence ${evidence_number}`)
    return { state: 'submitted', cause: null }
  } catch (thrown) {
    if (thrown instanceof GatewayUnreachable) return null
    if (thrown instanceof GatewayRefused) return { state: 'failed', cause: thrown.code }
    throw thrown
  }
}
