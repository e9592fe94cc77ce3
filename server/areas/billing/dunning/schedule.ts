import { Temporal } from 'temporal-polyfill'
import { hasFault } from '#server/platform/planted-fault.ts'

/** The days after the first refusal on which a declined charge is retried, in the payer's calendar. */
const tryDays = [1, 3, 5, 7] as const
/** The day, from the first refusal, whose attempt decides: once it is declined, the payment has failed. */
export const lastTryDay = tryDays[3]

/** The state of a declined charge between its first refusal and the last attempt. */
export interface Dunning {
  /** Day 0. */
  firstOn: string
  /** How many of the retry days have passed. */
  tries: number
  /** The date of the next attempt; null after the last, unless the gateway rejected that one. */
  nextOn: string | null
}

/** The cause when the gateway rejected the request itself; neither the payer nor the card is responsible. */
export const gatewayRefused = 'gateway_refused'

const plusDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString()
const later = (a: string, b: string): string => (a > b ? a : b)

/** The first refusal of a charge. */
export const beginDunning = (today: string): Dunning => ({
  firstOn: today,
  tries: 0,
  nextOn: plusDays(today, tryDays[0]),
})

/**
 * Another refusal. It counts as the day's attempt once that day has come, whoever triggered it; before that it changes nothing.
 * After downtime, attempts continue one per day, so that every payer gets the promised number of attempts and mails.
 */
export function continueDunning(before: Dunning, today: string): Dunning {
  if (hasFault('keep-dunning-day')) return before
  // All retry days have passed, so a card decline ends the attempts that followed a rejected request.
  if (before.tries >= tryDays.length) return { ...before, nextOn: null }
  if (before.nextOn === null || today < before.nextOn) return before
  const tries = before.tries + 1
  const days = tryDays[tries]
  const nextOn = days === undefined ? null : later(plusDays(before.firstOn, days), plusDays(today, 1))
  return { ...before, tries, nextOn }
}

/**
 * After the gateway rejected a request: it is retried every day. It uses up none of the payer's retry days, so that the
 * payer is not blocked. The same applies to a payer whose last retry day has passed, who stays failed until paid.
 */
export function delayDunning(before: Dunning, today: string): Dunning {
  if (before.nextOn !== null && today < before.nextOn) return before
  return { ...before, nextOn: plusDays(today, 1) }
}
