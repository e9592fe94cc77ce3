import type { ChangeBetween, ErrorAnswer, ErrorCode } from '#contract/core/errors.ts'
import { translate, translateSentence } from '../i18n/texts.tsx'

/**
 * `network`: no response arrived. `unexpected`: the response is not from our server (for example, a proxy's page).
 * `canceled`: the user chose not to confirm their identity.
 */
export type FailureCode = ErrorCode | 'network' | 'unexpected' | 'canceled'

/** The single error type for everything that can go wrong with a call. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  /** HTTP status; 0 when there was no response. */
  readonly status: number
  readonly code: FailureCode
  /** Name of the offending input, for forms. */
  readonly field: string | undefined
  /** Every offending input with its message; includes `field`. */
  readonly fields: Readonly<Record<string, string>>
  /** Whole minutes until the caller may retry; undefined if the server names no time. */
  readonly waitMinutes: number | undefined
  /** Shown to the user, so that support can find the request in the logs. */
  readonly requestId: string | undefined
  /** On a conflict: what somebody else changed in the meantime. */
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

  /** Returns the same failure with its fields renamed. */
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

/** True if the target does not exist. Rows of other tenants answer `not_found` too; a malformed id fails validation. */
export const isMissingTarget = ({ code, field }: Pick<CallFailure, 'code' | 'field'>): boolean =>
  code === 'not_found' || ((code === 'malformed' || code === 'invalid') && field === 'id')

/** The catalog's general text, which gives no waiting time. */
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

/** Converts problem details (RFC 9457), the developer API's error format, to the format of all other errors. */
const plainAnswerOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'detail' in answer ? { ...answer, message: answer.detail } : answer

/** Parses a failed response. A body that is not ours (a proxy's HTML page) becomes the general error text. */
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
  // The server's messages are in English; those that the catalog knows are translated to the user's language.
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

/** The user has closed the dialog that asked who they are: nothing has changed. */
export const canceledFailure = (): CallFailure =>
  new CallFailure({
    status: 0,
    code: 'canceled',
    message: translate('Nothing has changed, because you didn’t confirm your identity.'),
  })

/** Whether the user themselves stopped the call. They know, so forms and buttons just wait for them again. */
export const isCanceled = (failure: Pick<CallFailure, 'code'> | null): boolean => failure?.code === 'canceled'

/** Turns anything thrown into a failure. Bugs in our own code are logged to the console, their messages not shown. */
export function asFailure(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error
  reportError(error)
  return new CallFailure({
    status: 0,
    code: 'unexpected',
    message: translate('Something went wrong, please try again later'),
  })
}
