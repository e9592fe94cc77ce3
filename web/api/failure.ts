import type { ChangeBetween, ErrorAnswer, ErrorCode } from '#contract/core/errors.ts'
import { translate, translateSentence } from '../i18n/texts.tsx'

/** `network`: no answer came. `unexpected`: an answer came that is none of ours (a proxy's page). */
export type FailureCode = ErrorCode | 'network' | 'unexpected'

/** The one shape in which the web meets everything that can go wrong with a call. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  /** HTTP status, 0 when no answer came. */
  readonly status: number
  readonly code: FailureCode
  /** Name of the offending input, for forms. */
  readonly field: string | undefined
  /** Every offending input with its message; holds `field` too. */
  readonly fields: Readonly<Record<string, string>>
  /** Whole minutes until the caller may retry; undefined if the server names no time. */
  readonly waitMinutes: number | undefined
  /** Shown to the user, so that support finds the call in the logs. */
  readonly requestId: string | undefined
  /** Of a conflict: what somebody else has changed meanwhile. */
  readonly change: ChangeBetween | undefined

  constructor(parts: {
    status: number
    code: FailureCode
    message: string
    field?: string
    fields?: Record<string, string>
    requestId?: string
    waitMinutes?: number
    change?: ChangeBetween
  }) {
    super(parts.message)
    this.status = parts.status
    this.code = parts.code
    this.field = parts.field
    this.fields = parts.fields ?? (parts.field ? { [parts.field]: parts.message } : {})
    this.requestId = parts.requestId
    this.waitMinutes = parts.waitMinutes
    this.change = parts.change
  }

  /** The same with its fields called otherwise. */
  withFields(rename: (field: string) => string): CallFailure {
    const fields = Object.entries(this.fields).map(([field, message]) => [rename(field), message] as const)
    return new CallFailure({
      ...this,
      message: this.message,
      field: this.field && rename(this.field),
      fields: Object.fromEntries(fields),
      change: this.change && { ...this.change, changed_fields: this.change.changed_fields.map(rename) },
    })
  }
}

/** What is foreign and what is absent are one answer; an id that cannot be one is refused by its name. */
export const namesNothing = ({ code, field }: Pick<CallFailure, 'code' | 'field'>): boolean =>
  code === 'not_found' || ((code === 'malformed' || code === 'invalid') && field === 'id')

/** The general text of the catalog, which says no time. */
const tooMany = 'Too many requests. Please try again later.'

const whenAgain = (minutes: number): string =>
  minutes === 1
    ? translate('Too many requests. Try again in a minute.')
    : translate('Too many requests. Try again in {minutes} minutes.', { minutes })

function waitOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? '')
  return seconds > 0 ? Math.ceil(seconds / 60) : undefined
}

const isErrorAnswer = (value: unknown): value is ErrorAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  'message' in value &&
  typeof value.message === 'string'

/** Problem details, in which calls of the developer API are refused (RFC 9457), in the form of the others. */
const plainAnswerOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'detail' in answer ? { ...answer, message: answer.detail } : answer

/** Reads a failed answer. Bodies that are not ours (a proxy's HTML page) become the general text. */
export async function failureOf(response: Response): Promise<CallFailure> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const answer = plainAnswerOf(await response.json().catch(() => null))
  if (!isErrorAnswer(answer)) {
    const busy = response.status === 429 || response.status === 502 || response.status === 503
    return new CallFailure({
      status: response.status,
      code: busy ? 'overloaded' : 'unexpected',
      message: translate(
        busy ? 'Server might be busy please try again later' : 'Something went wrong, please try again later',
      ),
      requestId,
    })
  }
  const fields: Record<string, string> = {}
  // The server speaks English; sentences that the catalog knows are said in the user's language.
  const waitMinutes = waitOf(response)
  const isPlainlyTooMany = answer.code === 'too_many' && answer.message === tooMany
  const message = isPlainlyTooMany && waitMinutes ? whenAgain(waitMinutes) : translateSentence(answer.message)
  for (const error of answer.errors ?? []) fields[error.field] ??= translateSentence(error.message)
  if (answer.field) fields[answer.field] ??= message
  return new CallFailure({
    status: response.status,
    code: answer.code as FailureCode,
    message,
    field: answer.field,
    fields,
    requestId: answer.request_id ?? requestId,
    waitMinutes,
    change: answer.change,
  })
}

export const networkFailure = (): CallFailure =>
  new CallFailure({
    status: 0,
    code: 'network',
    message: translate('No connection to the server. Check your network and try again.'),
  })

/** Whatever was thrown, as a failure. A fault of our own code keeps its message out of sight and in the console. */
export function asFailure(thrown: unknown): CallFailure {
  if (thrown instanceof CallFailure) return thrown
  reportError(thrown)
  return new CallFailure({
    status: 0,
    code: 'unexpected',
    message: translate('Something went wrong, please try again later'),
  })
}
