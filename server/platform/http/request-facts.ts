import type { FastifyRequest } from 'fastify'
import { forbidden } from '../failure.ts'

/** The host in the browser's request, without the port. A proxy in front must pass the Host header on. */
export const hostOf = (request: FastifyRequest): string => {
  const host = request.headers.host ?? ''
  const colon = host.lastIndexOf(':')
  return (colon > 0 && !host.endsWith(']') ? host.slice(0, colon) : host).toLowerCase()
}

/** /api is same-origin on every host: a browser that writes from another site says so in Origin. */
export function assertSameOrigin(request: FastifyRequest): void {
  const { origin } = request.headers
  if (origin === undefined || request.method === 'GET') return
  const at = origin.indexOf('://')
  if (at < 0 || origin.slice(at + 3).toLowerCase() !== request.headers.host?.toLowerCase()) throw forbidden()
}

/** The requested path without the query. */
export const pathOfUrl = (request: FastifyRequest): string => {
  const url = request.raw.url ?? ''
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
