import type { IncomingMessage } from 'node:http'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** A proxy adds one of these at least. Behind one, everybody seems to be this machine and may name any host. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const

/** The host that a request was sent to, without its port, when it came here straight and names the port that it came in by. */
export function straightHost(request: IncomingMessage): { host: string; port: number } | null {
  if (forwarding.some((name) => request.headers[name] !== undefined)) return null
  const [, host, text] = /^([a-z0-9.-]+)(?::([0-9]{1,5}))?$/i.exec(request.headers.host ?? '') ?? []
  const port = Number(text ?? 80)
  if (host === undefined || port !== request.socket.localPort) return null
  return { host: host.toLowerCase(), port }
}

export const isThisMachine = ({ socket }: IncomingMessage): boolean => loopback.has(socket.remoteAddress ?? '')

/**
 * Whether what a request wants to change was asked for by a page of the same host. Every browser names the origin of what it
 * posts; commands name it too. A page of another host, its forms and frames included, cannot.
 */
export function isOwnOrigin({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  return headers.origin === `http://${headers.host}` && (site === undefined || site === 'same-origin')
}

/** Whether another page's script or frame wants to read; links from anywhere may lead here. */
export function isReadFromOutside({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  if (site === undefined || site === 'same-origin' || site === 'none') return false
  return mode !== 'navigate' || destination !== 'document'
}
