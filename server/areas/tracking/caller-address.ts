import type { IncomingMessage } from 'node:http'
import { addressOfCaller } from '#server/platform/network-address.ts'
import { isLoopback } from './hit-limits.ts'

/** The visitor's address, read as that of any caller. */
export const callerAddress = addressOfCaller

/** Stands for a visitor of whom nothing is known but what they claim. */
const nobody = '0.0.0.0'

/**
 * The address that limits count. Requests of this machine itself are exempt, as those of a demo, but not a visitor who claims to
 * be here: an address that was forwarded comes from outside, whichever it is.
 */
export function countedAddress(request: IncomingMessage, trustedProxies: number): string {
  const address = callerAddress(request, trustedProxies)
  const isForwarded = trustedProxies > 0 && request.headers['x-forwarded-for'] !== undefined
  return isForwarded && isLoopback(address) ? nobody : address
}
