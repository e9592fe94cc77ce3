import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'
import { networkOf } from '../network-address.ts'
import type { Platform } from '../platform.ts'
import { addressOf } from './request-facts.ts'
import type { Limiter } from './limits.ts'

/** An incoming webhook from an outside service. */
export interface HookRequest {
  /** The raw bytes of the body: signatures are computed over them. */
  bytes: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Receives an outside service's webhook. Not part of the contract: the service defines its format and signs it. */
export interface Hook {
  path: string
  /** True once it is stored; false if the service did not send it. */
  take(platform: Platform, request: HookRequest): Promise<boolean>
}

const longestBody = 256 * 1024
/** Services are never rate limited, but guessing is. */
const refusedRate = { count: 30, perSeconds: 60 }

export function mountHooks(app: FastifyInstance, platform: Platform, limiter: Limiter, hooks: readonly Hook[]): void {
  for (const { path, take } of hooks)
    app.post(path, { bodyLimit: longestBody }, async (request, reply) => {
      // Bytes that are not valid text decode to different ones, which the signature does not match.
      const bytes = Buffer.from(typeof request.body === 'string' ? request.body : '')
      if (!(await take(platform, { bytes, headers: request.headers }))) {
        await limiter.count(`hook ${path}`, networkOf(addressOf(request, platform)), refusedRate)
        throw new Failure('forbidden')
      }
      return reply.header('cache-control', 'no-store').type('application/json').send('{"received":true}')
    })
}
