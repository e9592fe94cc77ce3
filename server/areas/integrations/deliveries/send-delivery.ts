import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { failWith, type Answer } from '../connectors/connector.ts'
import { connectorOf } from '../connectors/registry.ts'
import type { Claimed } from './claim-due.ts'

/** The complete result of one attempt of a delivery. */
export interface Outcome extends Required<Omit<Answer, 'recordId'>>, Pick<Answer, 'recordId'> {
  delivery: Claimed
  startedAt_ms: number
  endedAt_ms: number
  /** By the machine's clock, which the demo clock doesn't move. */
  took_ms: number
  httpStatus: number | null
}

/** Makes one attempt for deliveries of one destination. Never throws: failures are part of the outcome. */
export async function sendDeliveries(
  platform: Platform,
  deliveries: readonly Claimed[],
  timeout_ms: number,
): Promise<Outcome[]> {
  const startedAt_ms = platform.clock.now()
  const began_ms = machineTime(platform.clock)
  const answers = await answersOf(platform, deliveries, timeout_ms).catch((error: unknown) => {
    platform.log.error({ err: error, deliveryId: deliveries[0]!.id }, 'a delivery could not be attempted')
    return new Map<Claimed, Answer>()
  })
  const endedAt_ms = platform.clock.now()
  const took_ms = machineTime(platform.clock) - began_ms
  return deliveries.map((delivery) => {
    const missing: Answer = delivery.body === null ? { ...failWith('lead_missing'), final: true } : failWith('internal')
    const {
      delivered,
      cause,
      httpStatus = null,
      retryAfter_ms = 0,
      final = false,
      postponed_ms = 0,
      recordId,
    } = answers.get(delivery) ?? missing
    const answer = { delivered, cause, httpStatus, retryAfter_ms, final, postponed_ms, recordId }
    return { ...answer, delivery, startedAt_ms, endedAt_ms, took_ms }
  })
}

/** The connector's answers for deliveries with a body. */
async function answersOf(
  platform: Platform,
  deliveries: readonly Claimed[],
  timeout_ms: number,
): Promise<Map<Claimed, Answer>> {
  const toSend = deliveries.flatMap((delivery) => (delivery.body === null ? [] : [{ delivery, body: delivery.body }]))
  if (toSend.length === 0) return new Map()
  const connector = connectorOf(toSend[0]!.delivery.kind)
  const answers = connector.sendMany
    ? await connector.sendMany(platform, toSend, timeout_ms)
    : await Promise.all(toSend.map(({ delivery, body }) => connector.send(platform, delivery, body, timeout_ms)))
  return new Map(toSend.map(({ delivery }, index) => [delivery, answers[index]!]))
}
