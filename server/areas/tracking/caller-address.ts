import type { IncomingMessage } from 'node:http'
import { plainAddress } from '#server/platform/network-address.ts'
import { isLoopback } from './hit-limits.ts'

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

/** The visitor's address: the peer's, or the one our own proxies forwarded, counted from the nearest. Empty if they know none. */
export function callerAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return plainAddress(peer)
  const header = request.headers['x-forwarded-for']
  const named = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim())
  const hops = [...named.filter(Boolean), peer]
  return plainAddress(hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? peer)
}
