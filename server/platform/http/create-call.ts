import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '#contract/core/operation.ts'
import type { QueryResultRow } from 'pg'
import { inScope, readOnce, settleRaces } from '../database/scope.ts'
import type { Statement } from '../database/driver/driver.ts'
import type { Scope, Tx } from '../database/tx.ts'
import { addressOf } from './request-facts.ts'
import type { Platform } from '../platform.ts'
import type { Call, Caller } from '../call.ts'
import { languageOf } from './language-of.ts'
import type { HttpCall } from './route.ts'
import { cookieText, namedCookies } from './cookies.ts'
import { partsOf } from './read-parts.ts'

/** What the pipeline knows when it calls the handler. */
export interface CallParts {
  platform: Platform
  caller: Caller | null
  /** The scope of the call's transactions. */
  scope: Scope
  object: Call['object']
  host: string
  operation: Operation
  operationId: Call['operationId']
  countAccount: Call['countAccount']
  isStillAuthorized: Call['isStillAuthorized']
  requireRecentProof: Call['requireRecentProof']
  /** Runs at the end of each writing transaction of the call, before its commit. */
  recordChange(tx: Tx, call: Call): Promise<void>
}

export function createCall(request: FastifyRequest, reply: FastifyReply, parts: CallParts): HttpCall {
  const { platform, operation, scope } = parts
  const options = { readOnly: operation.method === 'GET' }
  const secure = (): boolean => platform.config.production || request.protocol === 'https'
  const withRecord =
    <T>(work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      const result = await work(tx)
      if (tx.hasWritten) await parts.recordChange(tx, call)
      return result
    }
  const call: HttpCall = {
    platform,
    caller: parts.caller,
    requestId: request.id,
    host: parts.host,
    // Lazy, because both parse headers and most calls never need them.
    get address() {
      return addressOf(request, platform)
    },
    get language() {
      return languageOf(request.headers)
    },
    userAgent: request.headers['user-agent'] ?? '',
    object: parts.object,
    inScope: (work) => settleRaces(() => inScope(platform.appPool, scope, withRecord(work), options)),
    readOnce: async <Row extends QueryResultRow>(statement: Statement): Promise<Row[]> =>
      (await readOnce<Row>(platform.appPool, scope, statement)).rows,
    operationId: parts.operationId,
    countAccount: parts.countAccount,
    requireRecentProof: parts.requireRecentProof,
    isStillAuthorized: parts.isStillAuthorized,
    cookies: {},
    setCookie: (name, value, { maxAgeSeconds }) =>
      void reply.header('set-cookie', cookieText(name, value, { maxAgeSeconds, secure: secure() })),
    raw: { request: request.raw, response: reply.raw },
  }
  if (request.headers.cookie !== undefined) call.cookies = namedCookies(request.headers.cookie, secure())
  if (operation.transport === 'multipart') call.parts = partsOf(request)
  return call
}
