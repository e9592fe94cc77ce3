import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'
import type { Platform } from '../platform.ts'
import { hostOf } from './request-facts.ts'

/** A document whose place and form a standard defines, below /.well-known (RFC 8615). Not part of the contract. */
export interface WellKnown {
  path: `/.well-known/${string}`
  /** What a host answers: JSON or plain text; null if it has no such document. */
  read(platform: Platform, host: string): Promise<object | string | null>
}

export function mountWellKnown(app: FastifyInstance, platform: Platform, documents: readonly WellKnown[]): void {
  for (const { path, read } of documents)
    app.get(path, async (request, reply) => {
      const document = await read(platform, hostOf(request))
      if (!document) throw new Failure('not_found')
      // Other software's pages may read it: it says nothing that is not public.
      reply.headers({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*', vary: 'Host' })
      return typeof document === 'string'
        ? reply.type('text/plain; charset=utf-8').send(document)
        : reply.type('application/json; charset=utf-8').send(JSON.stringify(document))
    })
}
