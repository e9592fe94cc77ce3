import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DatabaseError } from 'pg'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { machineTime } from '../clock.ts'
import { compareMasterKey } from '../compare-master-key.ts'
import { Failure } from '../failure.ts'
import { databaseStorageProblem, filesStorageProblem } from '../find-full-storage.ts'
import { storesFiles } from '../files-folder.ts'
import type { Platform } from '../platform.ts'
import { lagPrecision_ms } from './shed-load.ts'

export interface Metrics {
  registry: Registry
  observe(route: string, status: number, duration_ms: number): void
  refused(code: string): void
}

let ofProcess: Registry | undefined

/** What is measured of the process: by one watch for all its servers, because the library never ends one. */
function processRegistry(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: lagPrecision_ms })
  }
  return ofProcess
}

/** Metrics for the operator. Labels are route templates and codes, never caller data. */
export function createMetrics(): Metrics {
  const registry = Registry.merge([processRegistry()])
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of calls, by route and status class',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'http_refused_total',
    help: 'Rejected calls, by error code',
    labelNames: ['code'],
    registers: [registry],
  })
  const children = new Map<string, { observe(value: number): void }>()
  return {
    registry,
    observe(route, status, duration_ms) {
      const series = `${route} ${Math.floor(status / 100)}`
      let child = children.get(series)
      if (!child) children.set(series, (child = durations.labels(route, `${Math.floor(status / 100)}xx`)))
      child.observe(duration_ms / 1_000)
    },
    refused: (code) => refusals.inc({ code }),
  }
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Requested by this machine itself, and not through a proxy on it. */
const isFromHere = (request: FastifyRequest): boolean =>
  loopback.has(request.raw.socket.remoteAddress ?? '') &&
  request.headers['x-forwarded-for'] === undefined &&
  request.headers.forwarded === undefined

export interface Readiness {
  platform: Platform
  metrics: Metrics
  /** What else must hold before traffic is admitted; returns the names of what does not. */
  ready?: () => Promise<readonly string[]>
  /** Whether a host is served; absent in processes that do not know. */
  isServed?: (host: string) => Promise<boolean>
}

const rememberReady_ms = 500

export function mountHealth(app: FastifyInstance, { platform, metrics, ready, isServed }: Readiness): void {
  let last: { at_ms: number; problems: Promise<readonly string[]> } | null = null
  const problems = (): Promise<readonly string[]> => {
    const now_ms = machineTime(platform.clock)
    // A load balancer that polls often must not become the load that it measures. A clock may also have been set back.
    if (!last || Math.abs(now_ms - last.at_ms) >= rememberReady_ms)
      last = { at_ms: now_ms, problems: look(platform, ready) }
    return last.problems
  }
  app.get('/healthz', async (_request, reply) => reply.type('text/plain').send('ok\n'))
  app.get('/readyz', async (_request, reply) => {
    const list = await problems()
    reply.header('cache-control', 'no-store').status(list.length === 0 ? 200 : 503)
    if (list.length > 0) reply.header('retry-after', '2')
    return reply.type('text/plain').send(list.length === 0 ? 'ready\n' : `${list.join('\n')}\n`)
  })
  app.get('/metrics', async (request, reply) => {
    if (!isFromHere(request)) throw new Failure('not_found')
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
  if (isServed) mountPermission(app, isServed)
}

/**
 * A proxy on this machine asks before it requests a certificate for a name: otherwise anybody who points names here
 * could use up our quota at the certificate authority. Other callers would learn whose domains are served.
 */
function mountPermission(app: FastifyInstance, isServed: NonNullable<Readiness['isServed']>): void {
  app.get('/domains/allowed', async (request, reply) => {
    const { domain } = request.query as { domain?: unknown }
    const isName = typeof domain === 'string' && /^[a-z0-9.-]{1,254}$/i.test(domain)
    if (!isFromHere(request) || !isName || !(await isServed(domain.toLowerCase().replace(/\.$/, ''))))
      throw new Failure('not_found')
    return reply.header('cache-control', 'no-store').type('text/plain').send('allowed\n')
  })
}

const rememberStorage_ms = 10_000
const storages = new WeakMap<Platform, { at_ms: number; problems: Promise<string[]> }>()

/** Whether something can still be stored, by a real write every ten seconds: nothing else shows a full disk. */
function storageProblems(platform: Platform): Promise<string[]> {
  const now_ms = machineTime(platform.clock)
  const last = storages.get(platform)
  if (last && Math.abs(now_ms - last.at_ms) < rememberStorage_ms) return last.problems
  const problems = databaseStorageProblem(platform.ownerPool)
    .catch(() => 'the database is not responding')
    .then((database) =>
      [database, storesFiles(platform.config) ? filesStorageProblem(platform.config) : null].filter(
        (problem) => problem !== null,
      ),
    )
  storages.set(platform, { at_ms: now_ms, problems })
  return problems
}

async function look(platform: Platform, ready: Readiness['ready']): Promise<readonly string[]> {
  // Nobody could sign in to a program that started with another key at the same moment as the first one.
  const database = await compareMasterKey(platform.appPool, platform.secrets).then(
    (state) => (state === 'another' ? ['the stored secrets were encrypted with another master key'] : []),
    (error: DatabaseError) => [
      error.code === '53300' ? 'the database has no free connection left' : 'the database is not responding',
    ],
  )
  const storage = database.length === 0 ? await storageProblems(platform) : []
  return [...database, ...storage, ...((await ready?.()) ?? [])]
}
