import type { Platform } from '#server/platform/platform.ts'
import { failed, type Answer } from '../connectors/connector.ts'
import { connectorOf } from '../connectors/registry.ts'
import type { Claimed } from './claim-due.ts'

/** How one try of a delivery ended, with nothing left open. */
export interface Outcome extends Required<Answer> {
  delivery: Claimed
  startedAt_ms: number
  endedAt_ms: number
  httpStatus: number | null
}

/** Makes one try. Never throws: whatever goes wrong is the outcome. */
export async function sendDelivery(platform: Platform, delivery: Claimed, timeout_ms: number): Promise<Outcome> {
  const startedAt_ms = platform.clock.now()
  let answer: Answer
  try {
    answer =
      delivery.body === null
        ? { ...failed('lead_missing'), final: true }
        : await connectorOf(delivery.kind).send(platform, delivery, delivery.body, timeout_ms)
  } catch (error) {
    platform.log.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be tried')
    answer = failed('internal')
  }
  const endedAt_ms = platform.clock.now()
  const { delivered, cause, httpStatus = null, retryAfter_ms = 0, final = false } = answer
  return { delivered, cause, httpStatus, retryAfter_ms, final, delivery, startedAt_ms, endedAt_ms }
}
