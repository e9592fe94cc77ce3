import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'

/**
 * How precisely the event loop is watched. A timer does it: at the usual ten milliseconds it takes more than everything else
 * that an idle program does.
 */
export const lagPrecision_ms = 100
const sample_ms = 500

/**
 * Refuses calls while the event loop lags, so that running ones can finish. Pages and their files cost little and are
 * always served, because a half-loaded page could not even say that the server is busy.
 */
export function shedLoad(app: FastifyInstance, maxLag_ms: number): void {
  const delays = monitorEventLoopDelay({ resolution: lagPrecision_ms })
  delays.enable()
  let lag_ms = 0
  const sampling = setInterval(() => {
    // Without any sample the loop did not come to take one.
    lag_ms = delays.count === 0 ? Infinity : delays.mean / 1e6 - lagPrecision_ms
    delays.reset()
  }, sample_ms)
  sampling.unref()
  app.addHook('onRequest', ({ url }, _reply, done) => {
    const isRefused = lag_ms > maxLag_ms && url.startsWith('/api/')
    done(isRefused ? new Failure('overloaded', { retryAfterSeconds: 2 }) : undefined)
  })
  app.addHook('onClose', async () => {
    clearInterval(sampling)
    delays.disable()
  })
}
