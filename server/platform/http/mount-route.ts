import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isSealed, type Limit, type Operation } from '#contract/core/operation.ts'
import { inScope } from '../database/scope.ts'
import type { Scope } from '../database/tx.ts'
import { Failure, forbidden } from '../failure.ts'
import type { Platform } from '../platform.ts'
import type { Call, Caller, Download, Input, Route, Wall } from './call.ts'
import { createFindReach, grantFor, pathOf, type FindReach } from './check-access.ts'
import { cookieName, cookieText, readCookies } from './cookies.ts'
import type { Gate } from './gate.ts'
import type { Limiter, Rate } from './limits.ts'
import { openBody } from './open-body.ts'
import { parseInput, parseJson, plainParams, plainQuery, refuseMalice } from './parse-input.ts'
import { partsOf } from './read-parts.ts'
import { apiHeaders, strictTransport } from './security-headers.ts'
import { sendDownload } from './send-answer.ts'

/** What all routes of one application share. */
export interface HttpContext {
  platform: Platform
  wall: Wall
  limiter: Limiter
  gates: { quick: Gate; heavy: Gate; upload: Gate; stream: Gate }
  /** Live answers without an end, which the stop of the program has to end. */
  streams: Set<ServerResponse>
  generalLimits: { user: Rate; company: Rate }
  /** Tests switch it off to see that row-level security holds alone. */
  firstWall: boolean
}

const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/
const ticketForm = /^[A-Za-z0-9_-]{43}$/

/** Mounts one operation below /api: everything that can be known beforehand is made here, once. */
export function mountRoute(app: FastifyInstance, route: Route, context: HttpContext): void {
  const { operation } = route
  const serve = createServe(route, context)
  app.route({
    method: operation.method,
    url: urlOf(operation),
    handler: async (request, reply) => {
      const gate = context.gates[gateOf(operation)]
      const wait = gate.enter()
      if (wait) await wait
      // A stream holds its place until it ends; any other answer until it is made.
      if (operation.transport === 'stream') holdStream(reply, gate, context.streams)
      try {
        return await serve(request, reply)
      } finally {
        if (operation.transport !== 'stream') gate.leave()
      }
    },
  })
}

function holdStream(reply: FastifyReply, gate: Gate, streams: Set<ServerResponse>): void {
  streams.add(reply.raw)
  reply.raw.once('close', () => {
    streams.delete(reply.raw)
    gate.leave()
  })
}

function gateOf(operation: Operation): keyof HttpContext['gates'] {
  if (operation.transport === 'download') return 'heavy'
  if (operation.transport === 'multipart') return 'upload'
  return operation.transport === 'stream' ? 'stream' : 'quick'
}

/** `{id}` becomes `:id`; a last segment that may be left out is optional (OQ-38). */
export function urlOf(operation: Operation): string {
  const last = /\/\{(\w+)\}$/.exec(operation.path)?.[1]
  const shape = operation.params instanceof z.ZodObject ? operation.params.shape : {}
  const optional = last !== undefined && (shape[last] as z.ZodType | undefined)?.safeParse(undefined).success === true
  return `/api${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}${optional ? '?' : ''}`
}

type Serve = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function createServe(route: Route, context: HttpContext): Serve {
  const { operation } = route
  const { platform, firstWall } = context
  const findReach = createFindReach(platform, context.wall, operation)
  const countFirst = createCount(operation, context, 'address')
  const countUser = createCount(operation, context, 'user')
  const countCompany = createCount(operation, context, 'company')
  const countAccount = createCount(operation, context, 'account') ?? neverCounted
  const readInput = createReadInput(operation, platform)
  const answer = operation.answer
  const isJson =
    operation.transport === undefined || operation.transport === 'json' || operation.transport === 'multipart'
  const options = { readOnly: operation.method === 'GET' }

  return async (request, reply) => {
    reply.headers(apiHeaders)
    const host = hostOf(request)
    refuseOtherOrigins(request)
    if (countFirst) await countFirst(request.ip)
    const caller = await findCaller(request, operation, context, host)
    const grant = firstWall ? grantFor(operation, caller) : { reach: [] }
    if (caller) {
      context.limiter.countLoosely('user', caller.userId, context.generalLimits.user)
      context.limiter.countLoosely('company', caller.companyId, context.generalLimits.company)
      if (countUser) await countUser(caller.userId)
      if (countCompany) await countCompany(caller.companyId)
    }
    const input = await readInput(request)
    const object = caller ? await (firstWall ? findReach(caller, grant, input) : ownPlace(caller)) : null
    const scope: Scope = caller?.scope ?? { kind: 'none' }
    const isStillSignedIn = async (): Promise<boolean> =>
      caller !== null && (await findCaller(request, operation, context, host))?.sessionId === caller.sessionId
    const call = createCall(request, reply, {
      platform,
      caller,
      object,
      host,
      scope,
      options,
      operation,
      countAccount,
      isStillSignedIn,
    })
    const result = await route.handle(input, call)
    if (!isJson) return sendDownload(reply, result as Download, operation.transport === 'download')
    reply.status(operation.status ?? 200).type('application/json; charset=utf-8')
    return reply.send(JSON.stringify(answer.parse(result)))
  }
}

const ownPlace = async (caller: Caller): ReturnType<FindReach> => ({ ...pathOf(caller), relation: 'own' })

/** The host as the browser named it, without the port. A proxy in front must pass the Host header on. */
export const hostOf = (request: FastifyRequest): string => {
  const host = request.headers.host ?? ''
  const colon = host.lastIndexOf(':')
  return (colon > 0 && !host.endsWith(']') ? host.slice(0, colon) : host).toLowerCase()
}

/** /api is same-origin on every host: a browser that writes from another site says so in Origin. */
function refuseOtherOrigins(request: FastifyRequest): void {
  const { origin } = request.headers
  if (origin === undefined || request.method === 'GET') return
  const at = origin.indexOf('://')
  if (at < 0 || origin.slice(at + 3).toLowerCase() !== request.headers.host?.toLowerCase()) throw forbidden()
}

async function findCaller(
  request: FastifyRequest,
  operation: Operation,
  { platform, wall }: HttpContext,
  host: string,
): Promise<Caller | null> {
  const header = request.headers.authorization
  if (header !== undefined) {
    const token = bearer.exec(header)?.[1]
    return token ? wall.authenticate(platform, token, host) : null
  }
  if (operation.transport !== 'download') return null
  const { ticket } = request.query as { ticket?: unknown }
  if (typeof ticket !== 'string' || !ticketForm.test(ticket)) return null
  return wall.redeemTicket(platform, ticket, pathOfUrl(request), host)
}

const pathOfUrl = (request: FastifyRequest): string => {
  const url = request.raw.url ?? ''
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** Counts a call by who makes it, where the operation has such a limit. The use case alone knows the account. */
function createCount(
  operation: Operation,
  { limiter }: HttpContext,
  by: Limit['by'],
): ((who: string) => Promise<void>) | undefined {
  const limits = (operation.limits ?? []).filter((limit) => limit.by === by)
  if (limits.length === 0) return undefined
  return async (who) => {
    for (const limit of limits) await limiter.count(`${operation.name} ${by}`, who, limit)
  }
}

const neverCounted = (): Promise<void> => {
  throw new Error('the operation declares no limit by account')
}

const nothing = z.strictObject({})

function createReadInput(
  operation: Operation,
  platform: Platform,
): (request: FastifyRequest) => Promise<Input<Operation>> {
  const params = operation.params ?? nothing
  const query = operation.query ?? nothing
  const isMultipart = operation.transport === 'multipart'
  const takesTicket = operation.transport === 'download'
  return async (request) => {
    const given = plainQuery(request.query)
    if (takesTicket) delete given['ticket']
    const input = {
      params: parseInput(params, plainParams(request.params)),
      query: parseInput(query, given),
      body: undefined as unknown,
    }
    if (operation.method !== 'GET' && !isMultipart) input.body = await readBody(request, operation, platform)
    return input as Input<Operation>
  }
}

async function readBody(request: FastifyRequest, operation: Operation, platform: Platform): Promise<unknown> {
  const raw = typeof request.body === 'string' ? request.body : ''
  if (!operation.body) {
    // A call without a body may come with an empty one; anything in it would be ignored, so it is refused.
    if (raw !== '') parseInput(nothing, parseJson(raw))
    return undefined
  }
  const value = isSealed(operation)
    ? await openBody(platform, { method: operation.method, path: pathOfUrl(request) }, raw)
    : parseJson(raw)
  refuseMalice(value)
  return parseInput(operation.body, value)
}

function createCall(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: {
    platform: Platform
    caller: Caller | null
    object: Call['object']
    host: string
    scope: Scope
    options: { readOnly: boolean }
    operation: Operation
    countAccount: Call['countAccount']
    isStillSignedIn: Call['isStillSignedIn']
  },
): Call {
  const { platform, scope, options } = parts
  const secure = (): boolean => platform.config.production || request.protocol === 'https'
  const call: Call = {
    platform,
    caller: parts.caller,
    requestId: request.id,
    address: request.ip,
    host: parts.host,
    object: parts.object,
    inScope: (work) => inScope(platform.appPool, scope, work, options),
    countAccount: parts.countAccount,
    isStillSignedIn: parts.isStillSignedIn,
    cookies: {},
    setCookie: (name, value, { maxAgeSeconds }) =>
      void reply.header('set-cookie', cookieText(name, value, { maxAgeSeconds, secure: secure() })),
    raw: { request: request.raw, response: reply.raw },
  }
  if (request.headers.cookie !== undefined) call.cookies = namedCookies(request.headers.cookie, secure())
  if (parts.operation.transport === 'multipart') call.parts = partsOf(request)
  if (request.protocol === 'https') reply.header('strict-transport-security', strictTransport)
  return call
}

/** Cookies by the names that handlers know; those of the other way of naming are not looked at. */
function namedCookies(header: string, secure: boolean): Record<string, string | undefined> {
  const cookies = readCookies(header)
  const prefix = cookieName('', secure)
  const named: Record<string, string | undefined> = {}
  for (const name of Object.keys(cookies)) {
    if (name.startsWith('__Host-') === secure) named[name.slice(prefix.length)] = cookies[name]
  }
  return named
}

/** Operations with a declaration that the server could not hold to are found at the start. */
export function checkDeclaration(operation: Operation): void {
  const place = `${operation.method} ${operation.path}`
  const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const shape = operation.params instanceof z.ZodObject ? Object.keys(operation.params.shape) : []
  if (named.toSorted().join() !== shape.toSorted().join()) throw new Error(`${place}: path and params differ`)
  if (operation.method === 'GET' && operation.body) throw new Error(`${place}: a GET has no body`)
  for (const schema of [operation.params, operation.query, operation.body]) {
    if (schema instanceof z.ZodObject && !(schema.def.catchall instanceof z.ZodNever)) {
      throw new Error(`${place}: an input must be a strict object`)
    }
  }
  if (Object.keys(operation.access).length === 0)
    throw new Failure('internal', { message: `${place}: nobody may call` })
}
