import type { IncomingMessage } from 'node:http'

/** The visitor's address: the peer's, or the one our own proxies forwarded, counted from the nearest. */
export function callerAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return peer
  const header = request.headers['x-forwarded-for']
  const named = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim())
  const hops = [...named.filter(Boolean), peer]
  return hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? peer
}
