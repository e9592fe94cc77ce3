import { errorCatalog, type OauthError, type ProblemAnswer } from '#contract/core/errors.ts'
import type { Operation } from '#contract/core/operation.ts'
import type { Failure } from '../failure.ts'
import { failureAnswer } from './answer-failure.ts'

interface ReportedFailure {
  status: number
  type: string
  body: object
  /** Value of `WWW-Authenticate`: how to authenticate. */
  challenge?: string
}

/** Converts a failure to the format that the operation's callers expect. */
export function reportFailure(failure: Failure, requestId: string, style: Operation['style']): ReportedFailure {
  if (style === 'developer') return problemOf(failure, requestId)
  if (style === 'oauth') return oauthErrorOf(failure, requestId)
  const body = failureAnswer(failure, requestId)
  return { status: failure.status, type: 'application/json; charset=utf-8', body }
}

/** Problem details (RFC 9457). Clients should rely on the code: messages may change. */
function problemOf(failure: Failure, requestId: string): ReportedFailure {
  const { code, status, message, field, problems } = failure
  return {
    status,
    type: 'application/problem+json; charset=utf-8',
    body: {
      type: `urn:problem:${code}`,
      title: errorCatalog[code].message,
      status,
      detail: message,
      code,
      ...(field !== undefined && { field }),
      ...(problems !== undefined && { errors: [...problems] }),
      request_id: requestId,
    } satisfies ProblemAnswer,
    ...(status === 401 && { challenge: 'Bearer' }),
    ...(code === 'insufficient_scope' && { challenge: 'Bearer error="insufficient_scope"' }),
  }
}

/** As in RFC 6749, 5.2, plus the name of the invalid field. */
function oauthErrorOf(failure: Failure, requestId: string): ReportedFailure {
  const { code, message, field } = failure
  const status = code === 'invalid' ? 400 : failure.status
  return {
    status,
    type: 'application/json; charset=utf-8',
    body: {
      error: oauthCodeOf(failure),
      error_description: message,
      code,
      ...(field !== undefined && { field }),
      request_id: requestId,
    } satisfies OauthError,
    ...(status === 401 && { challenge: 'Basic realm="developer"' }),
  }
}

function oauthCodeOf({ code, field, status }: Failure): string {
  if (code === 'wrong_credentials' || code === 'unauthenticated') return 'invalid_client'
  if (field === 'scope') return 'invalid_scope'
  if (field === 'grant_type') return 'unsupported_grant_type'
  if (status >= 500) return 'server_error'
  return status === 429 ? 'temporarily_unavailable' : 'invalid_request'
}
