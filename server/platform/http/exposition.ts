import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { errorCatalog } from '#contract/core/errors.ts'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { counters } from '../counters.ts'
import { lagPrecision_ms } from './shed-load.ts'

export interface HttpMetrics {
  observe(route: string, status: number, duration_ms: number): void
  refused(code: string): void
}

/** Where further metrics come from, in the text format. */
export interface MetricsSource {
  metrics(): Promise<string>
}

export interface Exposition {
  http: HttpMetrics
  /** Everything that is measured, in the text format of Prometheus. */
  text(): Promise<string>
}

export const expositionType = Registry.PROMETHEUS_CONTENT_TYPE

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
export function createExposition(further: readonly MetricsSource[] = []): Exposition {
  const registry = new Registry()
  const sources = [processRegistry(), registry, counters, ...further]
  return {
    http: measureCalls(registry),
    text: async () => (await Promise.all(sources.map((source) => source.metrics()))).join('\n'),
  }
}

function measureCalls(registry: Registry): HttpMetrics {
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
  // Every series begins at zero, or the first of its kind would not show as an increase.
  for (const code of Object.keys(errorCatalog)) refusals.inc({ code }, 0)
  const children = new Map<string, { observe(value: number): void }>()
  return {
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
export const isFromHere = ({ socket, headers }: IncomingMessage): boolean =>
  loopback.has(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** A name under which only this machine reaches itself, or an address: no company's host, whose people see no other brand. */
const isMachineName = (host = ''): boolean => /^(localhost|[\d.]+|\[[\da-f:]+\])(:\d+)?$/i.test(host)

/** Metrics are for this machine, under its own name, and for whoever has the token. */
export function mayReadMetrics(request: IncomingMessage, { METRICS_TOKEN }: Pick<Config, 'METRICS_TOKEN'>): boolean {
  const { authorization, host } = request.headers
  if (isFromHere(request) && isMachineName(host)) return true
  return (
    METRICS_TOKEN !== undefined &&
    authorization !== undefined &&
    timingSafeEqual(digest(authorization), digest(`Bearer ${METRICS_TOKEN}`))
  )
}
