import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'
import { networkOf } from '../network-address.ts'
import type { Platform } from '../platform.ts'
import { addressOf, hostOf } from './request-facts.ts'
import type { Limiter } from './limits.ts'

/** An incoming webhook from an outside service. */
export interface HookRequest {
  /** The raw bytes of the body: signatures are computed over them. */
  bytes: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The host that was called, and what stands for `:name` in the path. */
  host: string
  params: Readonly<Record<string, string>>
  /** Of the sender, or the client that trusted proxies report. */
  address: string
  requestId: string
}

/** Receives an outside service's webhook. Not part of the contract: the service defines its format and signs it. */
export interface Hook {
  path: string
  /** How often one network may call one path, for senders that are not services of the operator. */
  rate?: Rate
  /** True once it is stored; false if the service did not send it. */
  take(platform: Platform, request: HookRequest): Promise<boolean>
}

const longestBody = 256 * 1024
type Rate = { count: number; perSeconds: number }

/** Services are never rate limited, but guessing is. */
const refusedRate: Rate = { count: 30, perSeconds: 60 }

export async function mountHooks(
  app: FastifyInstance,
  platform: Platform,
  limiter: Limiter,
  hooks: readonly Hook[],
): Promise<void> {
  await app.register(async (place) => {
    // The sender chooses the format: mail programs stop mails with a form of either kind (RFC 8058).
    place.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    for (const hook of hooks) mountHook(place, platform, limiter, hook)
  })
}

function mountHook(app: FastifyInstance, platform: Platform, limiter: Limiter, { path, rate, take }: Hook): void {
  app.post(path, { bodyLimit: longestBody }, async (request, reply) => {
    // Bytes that are not valid text decode to different ones, which the signature does not match.
    const bytes = Buffer.from(typeof request.body === 'string' ? request.body : '')
    const params = request.params as Record<string, string>
    const address = addressOf(request, platform)
    const { headers, id: requestId } = request
    // Without what follows a question mark, which could be another each time.
    if (rate) await limiter.count(`hook ${request.url.split('?', 1)[0]}`, networkOf(address), rate)
    const hookRequest = { bytes, headers, host: hostOf(request), params, address, requestId }
    if (!(await take(platform, hookRequest))) {
      await limiter.count(`hook ${path}`, networkOf(address), refusedRate)
      throw new Failure('forbidden')
    }
    return reply.header('cache-control', 'no-store').type('application/json').send('{"received":true}')
  })
}
