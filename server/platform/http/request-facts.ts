import type { FastifyRequest } from 'fastify'
import { isOriginOf, readAuthority } from '#contract/core/hosts.ts'
import { accessDenied } from '../failure.ts'
import { addressOfCaller } from '../network-address.ts'
import type { Platform } from '../platform.ts'

/** The host in the browser's request, without the port; empty if it names none. A proxy in front must pass the Host header on. */
export const hostOf = (request: FastifyRequest): string => readAuthority(request.headers.host ?? '')?.host ?? ''

/** Who calls, as limits and logs name them; counted from the proxies that the platform trusts. */
export const addressOf = (request: FastifyRequest, { config }: Pick<Platform, 'config'>): string =>
  addressOfCaller(request.raw, config.TRUSTED_PROXIES)

/** /api is same-origin on every host: a browser that writes from another site says so in Origin. */
export function assertSameOrigin(request: FastifyRequest): void {
  const { origin } = request.headers
  if (origin === undefined || request.method === 'GET') return
  if (!isOriginOf(origin, request.headers.host)) throw accessDenied()
}

/** The requested path without the query. */
export const pathOfUrl = (request: FastifyRequest): string => {
  const url = request.raw.url ?? ''
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
