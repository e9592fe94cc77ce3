import type { IncomingMessage } from 'node:http'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Headers that a proxy adds. Behind one, every request seems to come from this machine and may name any host. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const

/** The request's host without its port, if it came without a proxy and names the port that it came in on. */
export function directHost(request: IncomingMessage): { host: string; port: number } | null {
  if (forwarding.some((name) => request.headers[name] !== undefined)) return null
  const [, host, text] = /^([a-z0-9.-]+)(?::([0-9]{1,5}))?$/i.exec(request.headers.host ?? '') ?? []
  const port = Number(text ?? 80)
  if (host === undefined || port !== request.socket.localPort) return null
  return { host: host.toLowerCase(), port }
}

export const isThisMachine = ({ socket }: IncomingMessage): boolean => loopback.has(socket.remoteAddress ?? '')

/**
 * Whether a page of the same host sent a request that changes something. Browsers send an Origin header with every
 * POST, and commands do too. A page of another host, including its forms and frames, cannot fake it.
 */
export function isOwnOrigin({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  return headers.origin === `http://${headers.host}` && (site === undefined || site === 'same-origin')
}

/** Whether another page's script or frame sent the request; links from anywhere are allowed. */
export function isReadFromOutside({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  if (site === undefined || site === 'same-origin' || site === 'none') return false
  return mode !== 'navigate' || destination !== 'document'
}
