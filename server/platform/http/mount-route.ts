import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiVersion, apiVersionHeader } from '#contract/core/api-scopes.ts'
import type { Grant } from '#contract/core/access.ts'
import type { Limit, Operation } from '#contract/core/operation.ts'
import { proofOf } from '#contract/sign-in/proof-of-identity.ts'
import type { Scope, Tx } from '../database/tx.ts'
import { Failure, invalid } from '../failure.ts'
import { networkOf } from '../network-address.ts'
import type { Platform } from '../platform.ts'
import type { Caller } from '../call.ts'
import type { Download, HttpCall, StoredFile, PageDocument, Route, AccessHooks } from './route.ts'
import { answerKeyOf, answerOnce } from './answer-once.ts'
import { assertOpenInView, createFindReach, grantFor, pathOf, scopeOfCall, type FindReach } from './check-access.ts'
import { createCall } from './create-call.ts'
import { urlOf } from './declaration.ts'
import { bearerOf, credentialOf, findCaller } from './find-caller.ts'
import type { Gate } from './gate.ts'
import type { Limiter, Rate, WindowLeft } from './limits.ts'
import type { LiveStreams } from './live-streams.ts'
import type { Refusals } from './refusals.ts'
import { limitReader, limitUpload, type RequestTimeouts, type Permit } from './timeouts.ts'
import { createReadInput } from './read-input.ts'
import { operationIdOf } from './operation-id.ts'
import { addressOf, hostOf, assertSameOrigin } from './request-facts.ts'
import { apiHeaders, downloadHeaders } from './security-headers.ts'
import { describeDownload, describeFile, describePage } from './send-answer.ts'
import { createWriteAnswer } from './write-answer.ts'

/** Shared by all routes of one application. */
export interface HttpContext {
  platform: Platform
  accessHooks: AccessHooks
  limiter: Limiter
  refusals: Refusals
  gates: { quick: Gate; heavy: Gate; upload: Gate; stream: Gate }
  streams: LiveStreams
  timeouts: RequestTimeouts
  generalLimits: { user: Rate; company: Rate }
  /** Tests disable it to see that row-level security holds alone. */
  accessChecks: boolean
}

/** Mounts one operation below /api; everything that does not depend on the request is prepared here. */
export function mountRoute(app: FastifyInstance, route: Route, context: HttpContext): void {
  const { operation } = route
  const identify = createIdentify(operation, context)
  const serve = createServe(route, context)
  const gateName = gateOf(operation)
  const usualHeaders = operation.transport === 'download' ? downloadHeaders : apiHeaders
  const headers = {
    ...usualHeaders,
    ...(operation.style === 'developer' && { [apiVersionHeader]: apiVersion }),
    ...(operation.deprecated && deprecationOf(operation.deprecated)),
  }
  const gate = context.gates[gateName]
  app.route({
    method: operation.method,
    url: urlOf(operation),
    config: { headers, operation },
    handler: async (request, reply) => {
      const identity = await identify(request, reply)
      limitSpeed(request, reply, operation, context.timeouts)
      // Only an authenticated caller takes a slot, so that refused callers block nobody.
      const tenants = tenantsOf(identity.caller, () => networkOf(addressOf(request, context.platform)), gateName)
      const wait = gate.enter(tenants)
      if (wait) await wait
      // A streamed response holds its slot until the last chunk, any other until it is built.
      const isHeld = operation.transport === 'stream' || operation.transport === 'download'
      if (isHeld) finished(reply.raw, () => gate.leave(tenants))
      try {
        return await serve(request, reply, identity)
      } finally {
        if (!isHeld) gate.leave(tenants)
      }
    },
  })
}

const deprecationOf = ({ since, successor }: NonNullable<Operation['deprecated']>) => ({
  deprecation: `@${Date.parse(since) / 1_000}`,
  link: `</api${successor}>; rel="successor-version"`,
})

/** The transfer timeouts of an authenticated caller start when they are admitted or start waiting. */
function limitSpeed(
  request: FastifyRequest,
  reply: FastifyReply,
  { transport }: Operation,
  timeouts: RequestTimeouts,
): void {
  if (transport === 'multipart') limitUpload(request.raw, timeouts)
  if (transport === 'download' || transport === 'stream') limitReader(reply.raw, timeouts, transport === 'download')
}

/** Who a slot counts against: for slow calls, an agency and its clients share a quota, part of it per company. */
function tenantsOf(caller: Caller | null, network: () => string, gate: keyof HttpContext['gates']): readonly string[] {
  if (!caller) {
    const one = network()
    return [one, one]
  }
  return gate === 'quick' ? [caller.companyId] : [caller.agencyId ?? caller.rootId, caller.companyId]
}

function gateOf(operation: Operation): keyof HttpContext['gates'] {
  if (operation.transport === 'download') return 'heavy'
  if (operation.transport === 'multipart') return 'upload'
  return operation.transport === 'stream' ? 'stream' : 'quick'
}

/** The caller, their host, and what they are granted. */
interface Known {
  host: string
  caller: Caller | null
  grant: Grant
}

/** Identifies the caller and counts the call: everything that happens before a slot is taken. */
function createIdentify(
  operation: Operation,
  context: HttpContext,
): (request: FastifyRequest, reply: FastifyReply) => Promise<Known> {
  const { platform, accessChecks, limiter, generalLimits } = context
  const identifyCaller = createIdentifyCaller(operation, context)
  const countAddress = createCount(operation, context, 'address')
  // Where only known people get through, nobody else uses up what their network shares.
  const isOpen = operation.access.anonymous !== undefined
  const countUser = createCount(operation, context, 'user')
  const countCompany = createCount(operation, context, 'company')
  return async (request, reply) => {
    reply.headers(request.routeOptions.config.headers ?? apiHeaders)
    if (operation.style === 'developer') assertVersion(request)
    // Only the demo's clock is ever moved; pages that show relative times need to know.
    if (platform.clock.offset() !== 0) reply.header('x-clock-offset', String(platform.clock.offset()))
    const host = hostOf(request)
    assertSameOrigin(request)
    if (isOpen && countAddress) await countAddress(networkOf(addressOf(request, context.platform)))
    const caller = await identifyCaller(request, host)
    request.caller = caller
    if (caller) {
      // Before anything is refused: refused calls cost as much. What a company shares is for calls that are granted and
      // within the caller's own limits.
      const user = limiter.countInShares('user', caller.userId, generalLimits.user)
      if (user instanceof Promise) await user
    }
    const grant = accessChecks ? grantFor(operation, caller) : { reach: [] }
    if (caller) {
      if (!isOpen && countAddress) await countAddress(networkOf(addressOf(request, context.platform)))
      if (countUser) await countUser(caller.userId, reply)
      const company = limiter.countInShares('company', caller.companyId, generalLimits.company)
      if (company instanceof Promise) await company
      if (countCompany) await countCompany(caller.companyId)
    }
    return { host, caller, grant }
  }
}

/** Finds the caller, counting those who are nobody by their network, before and after they are looked up. */
function createIdentifyCaller(
  operation: Operation,
  context: HttpContext,
): (request: FastifyRequest, host: string) => Promise<Caller | null> {
  const { refusals } = context
  const isOpen = operation.access.anonymous !== undefined
  return async (request, host) => {
    const credential = credentialOf(request, operation)
    // Nobody in particular may make this call, and nothing is looked up.
    if (isOpen && credential === null) return null
    const network = networkOf(addressOf(request, context.platform))
    refusals.assertAdmitted(network, credential)
    const caller = await findCaller(request, operation, context, host)
    if (caller) {
      const token = bearerOf(request)
      if (token !== null) refusals.recognize(token)
      return caller
    }
    await refusals.count(network, credential)
    if (operation.endedMessage !== undefined) await assertNotEnded(request, operation.endedMessage, context)
    return null
  }
}

/** Throws `unauthenticated` with the given text if the caller's session has ended, so that no refresh would help. */
async function assertNotEnded(
  request: FastifyRequest,
  message: string,
  { platform, accessHooks }: HttpContext,
): Promise<void> {
  const token = bearerOf(request)
  if (token !== null && (await accessHooks.hasSessionEnded(platform, token)))
    throw new Failure('unauthenticated', { message })
}

type Serve = (request: FastifyRequest, reply: FastifyReply, known: Known) => Promise<unknown>

function createServe(route: Route, context: HttpContext): Serve {
  const { operation } = route
  const { platform, accessChecks } = context
  const findReach = createFindReach(platform, context.accessHooks, operation)
  const countAccount = createCount(operation, context, 'account') ?? neverCounted
  const readInput = createReadInput(operation, platform)
  const write = createWriteAnswer(operation.answer)
  const proof = proofOf(operation)
  const isJson = [undefined, 'json', 'multipart'].includes(operation.transport)

  return async (request, reply, { host, caller, grant }) => {
    const input = await readInput(request, caller)
    if (caller) assertOpenInView(operation, caller, input.body)
    const isChecked = accessChecks && !caller?.isTest
    const object = caller ? await (isChecked ? findReach(caller, grant, input) : ownCompany(caller)) : null
    const requireProof = (tx?: Tx): Promise<void> => assertRecentProof(context, caller, tx)
    if (proof === 'recent') await requireProof()
    const scope = caller ? scopeOfCall(caller, object) : noScope
    const isStillAuthorized = async (): Promise<boolean> => {
      const now = caller && (await findCaller(request, operation, context, host))
      if (!now || now.sessionId !== caller.sessionId) return false
      return !accessChecks || isAuthorized(() => findReach(now, grantFor(operation, now), input))
    }
    // Before the call's transaction, which must not wait for a second connection.
    const operationId = caller && (await operationIdOf(request, operation, caller, input.body, platform))
    const call = createCall(request, reply, {
      platform,
      caller,
      scope,
      object,
      host,
      operation,
      operationId: () => operationId ?? notNamed(),
      countAccount,
      isStillAuthorized,
      requireRecentProof: proof === 'conditional' || caller?.kind === 'developer' ? requireProof : neverAsked,
      recordChange: async (tx, recordedCall) => {
        if (caller) await context.accessHooks.recordChange(tx, { ...recordedCall, caller }, operation, input)
      },
    })
    if (caller?.actor && operation.method !== 'GET')
      await context.accessHooks.recordView({ ...call, caller }, operation)
    if (operation.transport === 'stream') context.streams.open(caller?.sessionId ?? '', reply.raw)
    const run = (of: HttpCall): Promise<unknown> =>
      caller?.isTest
        ? context.accessHooks.answerInSandbox(operation, input, { ...of, caller })
        : route.handle(input, of)
    const handle = (of: HttpCall): Promise<unknown> =>
      caller && operation.oneAtATime
        ? runAlone(context.limiter, operation.name, caller.companyId, () => run(of))
        : run(of)
    // Returned, never sent here: awaiting a reply adds another listener to the response at each step.
    if (operation.transport === 'page') return describePage(reply, (await handle(call)) as PageDocument)
    if (!isJson) {
      const file = (await handle(call)) as Download | StoredFile
      const permit = permitOf(context, caller)
      if ('open' in file) return describeFile(request, reply, file, permit)
      return describeDownload(reply, file, operation.transport === 'download' ? permit : null)
    }
    const writeJson = async (of: HttpCall): Promise<string> => write(await handle(of))
    const key = caller && answerKeyOf(request, operation)
    const text = key
      ? await answerOnce(request, reply, call, { key, caller, body: input.body }, writeJson)
      : await writeJson(call)
    reply.status(operation.status ?? 200).type('application/json; charset=utf-8')
    return text
  }
}

/** Refuses the work while the same runs for this company. Throws `too_many`. */
async function runAlone<T>(limiter: Limiter, name: string, companyId: string, work: () => Promise<T>): Promise<T> {
  const release = await limiter.occupy(name, companyId)
  try {
    return await work()
  } finally {
    await release()
  }
}

/** Whether the access checks still allow the call: roles, payments and the object itself may have changed. */
async function isAuthorized(pass: () => Promise<unknown>): Promise<boolean> {
  try {
    await pass()
    return true
  } catch (thrown) {
    if (thrown instanceof Failure) return false
    throw thrown
  }
}

/** A download can take an hour, and its ticket was used up; whatever ends its session ends it, too. */
const permitOf = ({ platform, accessHooks, timeouts }: HttpContext, caller: Caller | null): Permit => ({
  every_ms: timeouts.recheck_ms,
  mayGoOn: async () => caller === null || accessHooks.isSessionLive(platform, caller),
})

/** Throws `unauthenticated` if nobody is signed in. */
function signedIn(caller: Caller | null): Caller {
  if (!caller) throw new Failure('unauthenticated')
  return caller
}

const noScope: Scope = { kind: 'none' }
const ownCompany = async (caller: Caller): ReturnType<FindReach> => ({ ...pathOf(caller), relation: 'own' })

/**
 * Part of the access checks: protects sensitive calls from an unattended screen and a stolen token. A developer's
 * software cannot prove who it is; the scope of its token stands for it. Throws `reauthenticate`.
 */
async function assertRecentProof(
  { platform, accessHooks }: HttpContext,
  caller: Caller | null,
  tx?: Tx,
): Promise<void> {
  const person = signedIn(caller)
  if (person.kind === 'developer') return
  if (!(await accessHooks.hasRecentProof(tx ?? platform.appPool, platform.clock, person)))
    throw new Failure('reauthenticate')
}

const neverAsked = (): Promise<void> => {
  throw new Error('the operation does not declare a conditional proof')
}

/** Counts a call per account, if the operation has such a limit. Only the use case knows the account. */
function createCount(
  operation: Operation,
  { limiter }: HttpContext,
  by: Limit['by'],
): ((who: string, reply?: FastifyReply) => Promise<void>) | undefined {
  const limits = (operation.limits ?? []).filter((limit) => limit.by === by)
  if (limits.length === 0) return undefined
  const isTold = operation.style === 'developer'
  return async (who, reply) => {
    for (const limit of limits) {
      const name = limit.as ?? `${operation.name} ${by}`
      const counting = limit.inShares ? limiter.countInShares(name, who, limit) : limiter.count(name, who, limit)
      if (isTold && reply) await sendRateLimit(reply, limit, counting)
      else await counting
    }
  }
}

/** Developers' software is told its remaining quota, even when it has exceeded it. */
async function sendRateLimit(
  reply: FastifyReply,
  limit: Limit,
  counting: Promise<WindowLeft> | WindowLeft,
): Promise<void> {
  const setRateHeaders = (remaining: number, seconds: number): void => {
    reply.headers({
      'ratelimit-limit': String(limit.count),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(seconds),
    })
  }
  try {
    const { count, ends_ms } = await counting
    setRateHeaders(count, Math.ceil(ends_ms / 1_000))
  } catch (thrown) {
    if (thrown instanceof Failure) setRateHeaders(0, thrown.retryAfterSeconds ?? limit.perSeconds)
    throw thrown
  }
}

/** There is only one dated version so far; others are refused rather than answered in a format that nobody expects. */
function assertVersion(request: FastifyRequest): void {
  const version = request.headers[apiVersionHeader]
  if (version !== undefined && version !== apiVersion)
    throw invalid(apiVersionHeader, `The API has no such version. Its latest is ${apiVersion}.`)
}

const notNamed = (): never => {
  throw new Error('the operation takes no id')
}

const neverCounted = (): Promise<void> => {
  throw new Error('the operation does not declare a limit by account')
}
