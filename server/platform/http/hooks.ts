import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'
import type { Platform } from '../platform.ts'
import type { Limiter } from './limits.ts'

/** An incoming webhook from an outside service. */
export interface HookRequest {
  /** The bytes of the body, as they came: signatures are over them. */
  bytes: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Takes what an outside service sends. Outside of the contract: its form is the service's, and it proves itself by a signature. */
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
      // Bytes that are no text come out as others, which nobody has signed.
      const bytes = Buffer.from(typeof request.body === 'string' ? request.body : '')
      if (!(await take(platform, { bytes, headers: request.headers }))) {
        await limiter.count(`hook ${path}`, request.ip, refusedRate)
        throw new Failure('forbidden')
      }
      return reply.header('cache-control', 'no-store').type('application/json').send('{"received":true}')
    })
}
