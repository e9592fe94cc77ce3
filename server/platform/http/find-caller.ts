import type { FastifyRequest } from 'fastify'
import type { Operation } from '#contract/core/operation.ts'
import type { Platform } from '../platform.ts'
import type { Caller } from '../call.ts'
import type { AccessHooks } from './route.ts'
import { pathOfUrl } from './request-facts.ts'

const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/i
const ticketForm = /^[A-Za-z0-9_-]{43}$/

/** The request's bearer token; null if there is none, or it is not in our format. */
export const bearerOf = (request: FastifyRequest): string | null =>
  bearer.exec(request.headers.authorization ?? '')?.[1] ?? null

/** What a request says about who makes it: a token of whatever form, or a download's ticket; null if it says nothing. */
export function credentialOf(request: FastifyRequest, { transport }: Operation): string | null {
  const { authorization } = request.headers
  if (authorization !== undefined) return bearerOf(request) ?? authorization
  const { ticket } = request.query as { ticket?: unknown }
  return transport === 'download' && typeof ticket === 'string' ? ticket : null
}

/** The caller by the bearer token or, for a download, by the ticket in its URL; null if unknown. */
export async function findCaller(
  request: FastifyRequest,
  operation: Operation,
  { platform, accessHooks }: { platform: Platform; accessHooks: AccessHooks },
  host: string,
): Promise<Caller | null> {
  if (request.headers.authorization !== undefined) {
    const token = bearerOf(request)
    return token !== null ? accessHooks.authenticate(platform, token, host) : null
  }
  if (operation.transport !== 'download') return null
  const { ticket } = request.query as { ticket?: unknown }
  if (typeof ticket !== 'string' || !ticketForm.test(ticket)) return null
  const isResumable = operation.resumable === true
  return accessHooks.redeemTicket(platform, ticket, { path: pathOfUrl(request), host, isResumable })
}
