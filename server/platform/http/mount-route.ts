import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limit, Operation } from '#contract/core/operation.ts'
import type { Scope } from '../database/tx.ts'
import { Failure } from '../failure.ts'
import type { Platform } from '../platform.ts'
import type { Caller, Download, PageDocument, Route, Wall } from './call.ts'
import { createFindReach, grantFor, pathOf, scopeOfCall, type FindReach } from './check-access.ts'
import { createCall } from './create-call.ts'
import { urlOf } from './declaration.ts'
import { findCaller } from './find-caller.ts'
import type { Gate } from './gate.ts'
import type { Limiter, Rate } from './limits.ts'
import { createReadInput } from './read-input.ts'
import { operationIdOf } from './operation-id.ts'
import { hostOf, refuseOtherOrigins } from './request-facts.ts'
import { apiHeaders } from './security-headers.ts'
import { describeDownload, describePage } from './send-answer.ts'

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

/** Mounts one operation below /api: everything that can be known beforehand is made here, once. */
export function mountRoute(app: FastifyInstance, route: Route, context: HttpContext): void {
  const { operation } = route
  const serve = createServe(route, context)
  const gate = context.gates[gateOf(operation)]
  // What is sent piece by piece holds its place until the last piece; any other answer until it is made.
  const isHeld = operation.transport === 'stream' || operation.transport === 'download'
  app.route({
    method: operation.method,
    url: urlOf(operation),
    handler: async (request, reply) => {
      const wait = gate.enter()
      if (wait) await wait
      if (isHeld) finished(reply.raw, () => gate.leave())
      if (operation.transport === 'stream') keepWhileOpen(reply.raw, context.streams)
      try {
        return await serve(request, reply)
      } finally {
        if (!isHeld) gate.leave()
      }
    },
  })
}

function keepWhileOpen(response: ServerResponse, streams: Set<ServerResponse>): void {
  streams.add(response)
  finished(response, () => streams.delete(response))
}

function gateOf(operation: Operation): keyof HttpContext['gates'] {
  if (operation.transport === 'download') return 'heavy'
  if (operation.transport === 'multipart') return 'upload'
  return operation.transport === 'stream' ? 'stream' : 'quick'
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

  return async (request, reply) => {
    reply.headers(apiHeaders)
    // A clock that was moved is the demo's; whoever shows how long ago something was has to know.
    if (platform.clock.offset() !== 0) reply.header('x-clock-offset', String(platform.clock.offset()))
    const host = hostOf(request)
    refuseOtherOrigins(request)
    if (countFirst) await countFirst(request.ip)
    const caller = await findCaller(request, operation, context, host)
    request.userId = caller?.userId ?? null
    const grant = firstWall ? grantFor(operation, caller) : { reach: [] }
    if (caller) {
      const { limiter, generalLimits } = context
      const user = limiter.countInShares('user', caller.userId, generalLimits.user)
      if (user) await user
      const company = limiter.countInShares('company', caller.companyId, generalLimits.company)
      if (company) await company
      if (countUser) await countUser(caller.userId)
      if (countCompany) await countCompany(caller.companyId)
    }
    const input = await readInput(request, caller)
    const object = caller ? await (firstWall ? findReach(caller, grant, input) : ownPlace(caller)) : null
    const requireProof = (): Promise<void> => assertRecentProof(context, caller)
    if (operation.proof === 'recent') await requireProof()
    const scope = caller ? scopeOfCall(caller, object) : nobodys
    const isStillLetIn = async (): Promise<boolean> => {
      const now = caller && (await findCaller(request, operation, context, host))
      if (!now || now.sessionId !== caller.sessionId) return false
      return !firstWall || isLetIn(() => findReach(now, grantFor(operation, now), input))
    }
    const call = createCall(request, reply, {
      platform,
      caller,
      scope,
      object,
      host,
      operation,
      operationId: () => operationIdOf(request, operation, signedIn(caller), input.body, platform.clock.now()),
      countAccount,
      isStillLetIn,
      requireRecentProof: operation.proof === 'conditional' ? requireProof : neverAsked,
      recordChange: async (tx, made) => {
        if (caller) await context.wall.recordChange(tx, { ...made, caller }, operation, input)
      },
    })
    if (caller?.actor && operation.method !== 'GET') await context.wall.recordView({ ...call, caller }, operation)
    const giveBack =
      caller && operation.oneAtATime ? await context.limiter.occupy(operation.name, caller.companyId) : null
    const result = await route.handle(input, call).finally(() => giveBack?.())
    // What is answered is returned, never sent here: a reply that is awaited listens to its response once more at each step.
    if (operation.transport === 'page') return describePage(reply, result as PageDocument)
    if (!isJson) return describeDownload(reply, result as Download, operation.transport === 'download')
    reply.status(operation.status ?? 200).type('application/json; charset=utf-8')
    return JSON.stringify(answer.parse(result))
  }
}

/** Whether the first wall lets somebody through: roles, payments and the thing itself may have changed since it did. */
async function isLetIn(pass: () => Promise<unknown>): Promise<boolean> {
  try {
    await pass()
    return true
  } catch (thrown) {
    if (thrown instanceof Failure) return false
    throw thrown
  }
}

/** Throws `unauthenticated` where nobody has signed in. */
function signedIn(caller: Caller | null): Caller {
  if (!caller) throw new Failure('unauthenticated')
  return caller
}

const nobodys: Scope = { kind: 'none' }
const ownPlace = async (caller: Caller): ReturnType<FindReach> => ({ ...pathOf(caller), relation: 'own' })

/** Part of the first wall: what must not be done from a screen left open. Throws `reauthenticate`. */
async function assertRecentProof({ platform, wall }: HttpContext, caller: Caller | null): Promise<void> {
  if (!(await wall.hasRecentProof(platform, signedIn(caller)))) throw new Failure('reauthenticate')
}

const neverAsked = (): Promise<void> => {
  throw new Error('the operation declares no conditional proof')
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
    for (const limit of limits) await limiter.count(limit.as ?? `${operation.name} ${by}`, who, limit)
  }
}

const neverCounted = (): Promise<void> => {
  throw new Error('the operation declares no limit by account')
}
