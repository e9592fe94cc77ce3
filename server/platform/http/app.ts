import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import multipart from '@fastify/multipart'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { Operation } from '#contract/core/operation.ts'
import { newId } from '../ids.ts'
import type { Caller } from '../call.ts'
import type { Platform } from '../platform.ts'
import { retryAfterOf, toFailure } from './answer-failure.ts'
import { reportFailure } from './report-failure.ts'
import { shedLoad } from './shed-load.ts'
import type { AccessHooks, CallLog, Route } from './route.ts'
import { checkDeclaration } from './declaration.ts'
import { createGate } from './gate.ts'
import { createExposition, type HttpMetrics } from './exposition.ts'
import { mountHealth, type Health } from './health.ts'
import { answerBroken } from './answer-broken.ts'
import { mountHooks, type Hook } from './hooks.ts'
import { createLimiter, type Limiter, type Rate } from './limits.ts'
import { createReadiness } from './readiness.ts'
import { refuseWrites } from './refuse-writes.ts'
import { createRefusals, refusedByNetwork } from './refusals.ts'
import { createLiveStreams } from './live-streams.ts'
import { mountRoute, type HttpContext } from './mount-route.ts'
import { mountPages, type PageOptions } from './pages.ts'
import { defaultTimeouts, type RequestTimeouts } from './timeouts.ts'
import { hostOf } from './request-facts.ts'
import { apiHeaders } from './security-headers.ts'
import { mountWellKnown, type WellKnown } from './well-known.ts'
import { mountFormPages, type FormPage, type PlainPage } from './form-pages.ts'
import { createStrictTransport } from './strict-transport.ts'

export interface AppOptions {
  routes: readonly Route[]
  accessHooks: AccessHooks
  /** Incoming webhooks of outside services. */
  hooks?: readonly Hook[]
  /** Documents at places that standards define. */
  wellKnown?: readonly WellKnown[]
  /** Pages with a form that work without JavaScript. */
  formPages?: readonly (PlainPage | FormPage)[]
  /** Handles the hot paths of `collect` before the framework sees them; true if it handled the request. */
  fastPath?: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Where developer API calls are logged. */
  callLog?: CallLog
  /** The web's pages; absent in processes that serve none. */
  pages?: PageOptions
  /** What the process says of itself; by default of this server alone. */
  health?: Health
  /** Whether a host is served: a proxy may request a certificate for it. */
  isServed?: (host: string) => Promise<boolean>
  /** The operators' own hosts, below which nothing is served by anybody else. */
  readOperatorHosts?: () => Promise<readonly string[]>
  /** Calls per minute of one user and of one company, over all operations together. */
  generalLimits?: { user: Rate; company: Rate }
  /** Calls per minute of one network that may be refused for who makes them. */
  refusedLimit?: Rate
  /** Tests only: another limiter, so that thousands of calls can be made in a moment. */
  limiter?: Limiter
  /** Event loop lag above which calls are refused; one second by default. */
  maxLag_ms?: number
  /** Tests only: shorter timeouts for slow readers and writers. */
  timeouts?: Partial<RequestTimeouts>
  /** Tests only: false disables the access checks, so that row-level security has to hold alone. */
  accessChecks?: boolean
}

const bodyLimit_bytes = 1024 * 1024
/** The largest accepted import in bytes. It is streamed, never held in memory. */
const fileLimit_bytes = 4 * 1024 ** 3

/** SEC-5: total calls of one user and of one company. */
export const standardLimits = { user: { count: 300, perSeconds: 60 }, company: { count: 1_200, perSeconds: 60 } }

/** A process's HTTP server: all routes share a pipeline (ARCHITECTURE.md, "One call, followed"). Not listening yet. */
export async function createApp(platform: Platform, options: AppOptions): Promise<FastifyInstance> {
  if (options.accessChecks === false && platform.config.NODE_ENV !== 'test') {
    throw new Error('access checks can only be turned off in tests')
  }
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const app = createServerFor(platform, options.fastPath, timeouts)
  const health = options.health ?? { exposition: createExposition(), problems: createReadiness(platform) }
  const metrics = health.exposition.http
  const limiter = options.limiter ?? createLimiterOf(platform)
  answerFailures(app, platform, metrics)
  logCalls(app, platform, metrics, options.callLog)
  demandTls(app, createStrictTransport(platform.clock, options.readOperatorHosts))
  acceptBodies(app)
  shedLoad(app, options.maxLag_ms ?? usualLag_ms)
  refuseWrites(app, platform)

  const context: HttpContext = {
    platform,
    accessHooks: options.accessHooks,
    limiter,
    refusals: createRefusals(limiter, platform.clock, options.refusedLimit ?? refusedByNetwork),
    gates: createGates(),
    streams: createLiveStreams(),
    timeouts,
    generalLimits: options.generalLimits ?? standardLimits,
    accessChecks: options.accessChecks !== false,
  }
  app.addHook('preClose', async () => {
    context.streams.close()
  })
  for (const { operation } of options.routes) checkDeclaration(operation)
  const isUpload = ({ operation }: Route): boolean => operation.transport === 'multipart'
  for (const route of options.routes) if (!isUpload(route)) mountRoute(app, route, context)
  await app.register(async (uploads) => {
    await acceptFiles(uploads)
    for (const route of options.routes) if (isUpload(route)) mountRoute(uploads, route, context)
  })
  await mountHooks(app, platform, limiter, options.hooks ?? [])
  mountWellKnown(app, platform, options.wellKnown ?? [])
  mountFormPages(app, platform, limiter, options.formPages ?? [])
  mountHealth(app, { ...health, config: platform.config, isServed: options.isServed })
  if (options.pages) await mountPages(app, options.pages)
  return app
}

const createLimiterOf = (platform: Platform): Limiter =>
  createLimiter({
    pool: platform.appPool,
    clock: platform.clock,
    secrets: platform.secrets,
  })

function createServerFor(
  platform: Platform,
  fastPath: AppOptions['fastPath'],
  { body_ms }: RequestTimeouts,
): FastifyInstance {
  return fastify({
    logger: false,
    // The outermost proxies are not ours: only this many hops, counted from here, are trusted.
    trustProxy: (_address, hop) => hop < platform.config.TRUSTED_PROXIES,
    bodyLimit: bodyLimit_bytes,
    exposeHeadRoutes: false,
    genReqId: () => newId(platform.clock.now()),
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: false },
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) => answerFailure(error, request, reply, platform),
    clientErrorHandler: answerBroken,
    serverFactory: (handler, serverOptions) => {
      const server = createServer({ connectionsCheckingInterval: Math.min(5_000, body_ms) }, (request, response) => {
        if (!fastPath?.(request, response)) handler(request, response)
      })
      // The socket remembers it once asked: the log of a call needs its address even if the caller has left since.
      server.on('connection', (socket) => void socket.remoteAddress)
      server.keepAliveTimeout = Number((serverOptions as { keepAliveTimeout?: number }).keepAliveTimeout)
      // For headers and body together, checked by the parser, so that it costs nothing per request.
      server.requestTimeout = body_ms
      server.headersTimeout = Math.min(10_000, body_ms)
      server.maxRequestsPerSocket = 0
      return server
    },
  }) as unknown as FastifyInstance
}

/** Callers who wait for a file slot are refused after this. */
const longestWait_ms = 30_000

function createGates(): HttpContext['gates'] {
  return {
    quick: createGate({ running: 64, waiting: 512, each: [48], waitingEach: 256 }),
    heavy: createGate({ running: 8, waiting: 32, each: [2, 1], waitingEach: 8, longestWait_ms, retryAfterSeconds: 5 }),
    upload: createGate({
      running: 6,
      waiting: 24,
      each: [2, 1],
      waitingEach: 6,
      longestWait_ms,
      retryAfterSeconds: 10,
    }),
    stream: createGate({ running: 2_000, waiting: 0, each: [500, 100], retryAfterSeconds: 10 }),
  }
}

function answerFailures(app: FastifyInstance, platform: Platform, metrics: HttpMetrics): void {
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, platform, metrics))
  app.setNotFoundHandler((request, reply) => answerFailure({ statusCode: 404 }, request, reply, platform, metrics))
}

function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  platform: Platform,
  metrics?: HttpMetrics,
): void {
  const { failure, isFault } = toFailure(error)
  metrics?.refused(failure.code)
  request.problem = failure.code
  if (isFault) {
    const route = request.routeOptions?.url ?? 'none'
    platform.log.error({ err: error, request_id: request.id, route }, 'a call failed with an internal error')
  }
  const retryAfter = retryAfterOf(failure)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply.headers(request.routeOptions?.config.headers ?? apiHeaders)
  const report = reportFailure(failure, request.id, request.routeOptions?.config.operation?.style)
  if (report.challenge !== undefined) reply.header('www-authenticate', report.challenge)
  reply.status(report.status).type(report.type).send(JSON.stringify(report.body))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once known, so that refusals can be counted per user. */
    caller: Caller | null
    /** For a refusal: the catalog's code. */
    problem: ErrorCode | null
  }
  interface FastifyContextConfig {
    /** Headers of every response of a route, including refusals; those of the API by default. */
    headers?: Readonly<Record<string, string>>
    /** The route's operation; it determines the format of errors. */
    operation?: Operation
  }
}

/** Browsers that came by TLS use nothing else from then on. */
function demandTls(app: FastifyInstance, strictTransportOf: (host: string) => string): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', strictTransportOf(hostOf(request)))
    done()
  })
}

/**
 * Logs one line per call, including refused ones: the route's template instead of the URL, so that no search text or
 * personal address is stored, and only the caller's id.
 */
function logCalls(app: FastifyInstance, platform: Platform, metrics: HttpMetrics, callLog?: CallLog): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('problem', null)
  if (callLog) app.addHook('onClose', () => callLog.close())
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const ms = reply.elapsedTime
    metrics.observe(route, reply.statusCode, ms)
    platform.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(ms * 10) / 10,
        request_id: request.id,
        user_id: request.caller?.userId,
      },
      'call',
    )
    const { operation } = request.routeOptions.config
    if (callLog && operation && request.caller) {
      const { id, caller, problem } = request
      callLog.note({ requestId: id, caller, operation, status: reply.statusCode, problem, duration_ms: ms })
    }
    done()
  })
}

/** JSON arrives as text, since most of it is encrypted; other types are refused. */
function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  // Only OAuth token endpoints read forms; every other call refuses them when it reads its body.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
}

/** Only for the routes that take files: the plugin watches every request of its routes from beginning to end. */
async function acceptFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: { fileSize: fileLimit_bytes, files: 1, fields: 50, fieldSize: 64 * 1024 } })
}

const usualLag_ms = 1_000
