import { specialAnswers, type ErrorAnswer } from '#contract/core/errors.ts'
import { isOutOfConnections, isWithoutConnection, Overloaded } from '../database/pool.ts'
import { Failure } from '../failure.ts'

/** Transient errors of PostgreSQL and its connections: the caller can retry. */
const passing = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '53300', // too many connections
  '55P03', // lock not available
  '57014', // statement time-out
  '57P01', // the server is being stopped
  '57P02', // the server crashed
  '57P03', // the server is starting
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
])

/**
 * Converts every error of a call to one of the closed catalog. Our own faults become `internal`, whose text reveals
 * nothing; `isFault` tells the log to record the original.
 */
export function toFailure(error: unknown): { failure: Failure; isFault: boolean } {
  if (error instanceof Failure) return { failure: error, isFault: false }
  if (isOutOfConnections(error)) return { failure: new Overloaded(), isFault: false }
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown }
  if (isWithoutConnection(error) || (isDatabaseError(error) && passing.has(String(code)))) {
    return { failure: new Failure('overloaded', { retryAfterSeconds: 1 }), isFault: true }
  }
  if (statusCode === 413) return { failure: new Failure('too_large'), isFault: false }
  if (statusCode === 404) return { failure: new Failure('not_found'), isFault: false }
  if (statusCode === 503) return { failure: new Failure('overloaded', { retryAfterSeconds: 2 }), isFault: false }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return { failure: new Failure('malformed'), isFault: false }
  }
  return { failure: new Failure('internal'), isFault: true }
}

/** The driver's errors have a severity; a lost socket's error names the system call that failed. */
const isDatabaseError = (error: unknown): boolean =>
  error instanceof Error && ('severity' in error || 'syscall' in error)

/** The body of every failed call. */
export function failureAnswer(failure: Failure, requestId: string): ErrorAnswer {
  return {
    result: 'failed',
    code: failure.code,
    message: failure.message,
    ...(failure.field === undefined ? {} : { field: failure.field }),
    ...(failure.problems === undefined ? {} : { errors: [...failure.problems] }),
    ...(failure.change === undefined ? {} : { change: failure.change }),
    request_id: requestId,
    ...specialAnswers[failure.code],
  }
}

/** Seconds after which a refused caller can retry; only if waiting helps. */
export const retryAfterOf = (failure: Failure): number | undefined =>
  failure.retryAfterSeconds ?? (failure.status === 503 ? 2 : failure.status === 429 ? 60 : undefined)
