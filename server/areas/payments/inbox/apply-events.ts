import { z } from 'zod'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import type { CardGateway, GatewayEvent } from '#server/providers/payments/gateway.ts'
import { gatewayNamed } from '#server/providers/payments/registry.ts'
import { refreshAccount } from '../accounts/check-account.ts'
import { findAccountOwner } from '../accounts/connected-accounts.ts'
import { sendAttempt } from '../charges/send-attempt.ts'
import { applyReversal } from '../commission-payouts/apply-reversal.ts'
import { applyDispute } from '../disputes/apply-dispute.ts'
import { applyPayout } from '../payouts/apply-payout.ts'
import { applyRefund } from '../refunds/send-refund.ts'
import { beginRound } from '../rounds.ts'
import { findAttempt } from '../charges/attempts.ts'

export const applyEventJobName = 'apply-gateway-event'

const payload = z.object({ gateway: z.string(), id: z.string() })
type EventKey = z.output<typeof payload>

/** How long an event waits for its object: gateways themselves retry for three days. */
const patience_ms = 3 * 24 * 3_600_000
/** An event stored within this time still has its own job queued. */
const ownJob_ms = 30_000
const pageSize = 500

/** Applies one event. It only says which object to read from the gateway, so order and repetition don't matter. */
export const applyEventJob: Job = {
  name: applyEventJobName,
  run: (platform, input) => applyEvent(platform, payload.parse(input)),
}

/** Retries waiting events: their object wasn't known, their gateway wasn't available, or a crash came between. */
export const applyWaitingEventsJob: Job = {
  name: 'apply-waiting-gateway-events',
  everyMinutes: 1,
  async run(platform) {
    const round = beginRound(platform)
    const before = dateOf(machineTime(platform.clock) - ownJob_ms)
    let last: WaitingEvent | undefined
    do {
      const page = await findWaiting(platform, before, last)
      await settleEach(platform, 'a gateway event could not be applied', round.take(page), (key) =>
        applyEvent(platform, key),
      )
      last = page.length < pageSize ? undefined : page.at(-1)
    } while (last && round.lasts())
  },
}

interface WaitingEvent extends EventKey {
  receivedAt: Date
}

/** A page of waiting events, newest first: the oldest may wait for an object that never arrives. */
async function findWaiting(
  { appPool }: Platform,
  before: Date,
  last: WaitingEvent | undefined,
): Promise<WaitingEvent[]> {
  const { rows } = await appPool.query<WaitingEvent>(
    `select gateway, id, received_at as "receivedAt" from gateway_event
      where state = 'received' and received_at <= $1
        and ($3::timestamptz is null or (received_at, gateway, id) < ($3, $4, $5))
      order by received_at desc, gateway desc, id desc limit $2`,
    [before, pageSize, last?.receivedAt ?? null, last?.gateway ?? null, last?.id ?? null],
  )
  return rows
}

async function applyEvent(platform: Platform, key: EventKey): Promise<void> {
  const { rows } = await platform.appPool.query<{ body: Buffer; received_at: Date }>(
    `select body, received_at from gateway_event where gateway = $1 and id = $2 and state = 'received'`,
    [key.gateway, key.id],
  )
  const row = rows[0]
  const gateway = row && gatewayNamed(platform.config, key.gateway)
  if (!gateway) return
  const isOver = (): boolean => machineTime(platform.clock) >= row.received_at.getTime() + patience_ms
  const outcome = await apply(platform, gateway, row.body).catch((thrown: unknown): Done => {
    if (!isOver()) throw thrown
    platform.log.error({ err: thrown, eventId: key.id }, 'a gateway event could not be applied and was given up')
    return 'ignored'
  })
  const now_ms = machineTime(platform.clock)
  if (outcome === 'waits' && !isOver()) return
  if (outcome === 'waits')
    platform.log.warn({ eventId: key.id }, 'a gateway event was given up: its object is not known or cannot be read')
  await platform.appPool.query(
    `update gateway_event set state = $3, ended_at = $4 where gateway = $1 and id = $2 and state = 'received'`,
    [key.gateway, key.id, outcome === 'applied' ? 'applied' : 'ignored', dateOf(now_ms)],
  )
}

type Done = 'applied' | 'ignored' | 'waits'

const apply = async (platform: Platform, gateway: CardGateway, body: Buffer): Promise<Done> =>
  applySubject(platform, gateway, gateway.describeEvent(body))

async function applySubject(
  platform: Platform,
  gateway: CardGateway,
  { about, accountId }: GatewayEvent,
): Promise<Done> {
  if (about.what === 'other') return 'ignored'
  if (about.what === 'dispute') return applyDispute(platform, gateway, { disputeId: about.disputeId, accountId })
  if (about.what === 'account') {
    const owner = await findAccountOwner(platform, gateway.name, about.accountId)
    if (!owner) return 'waits'
    return (await refreshAccount(platform, owner)) ? 'applied' : 'waits'
  }
  if (about.what === 'payout')
    return accountId === null ? 'ignored' : applyPayout(platform, gateway, { payoutId: about.payoutId, accountId })
  if (about.what === 'transfer') return applyReversal(platform, gateway, about.transferId)
  const { rootId, agencyId } = about.place
  if (about.what === 'refund') {
    return (await applyRefund(platform, { rootId, agencyId, refundId: about.refundId })) ? 'applied' : 'waits'
  }
  const attempt = await inScope(
    platform.appPool,
    { kind: 'agency', rootId, agencyId },
    (tx) => findAttempt(tx, agencyId, about.attemptId),
    { readOnly: true },
  )
  if (!attempt || attempt.gateway !== gateway.name) return 'waits'
  const isOpen = attempt.state === 'sent' || attempt.state === 'unknown'
  if (isOpen || hasFault('apply-event-twice')) await sendAttempt(platform, attempt, true)
  return 'applied'
}
