import { z } from 'zod'

/** The closed catalog of errors. A code never changes its meaning; it determines the status. */
export const errorCatalog = {
  malformed: { status: 400, message: 'The request could not be read.' },
  sealed_body: { status: 400, message: 'The sealed body could not be opened.' },
  unauthenticated: { status: 401, message: 'Unauthenticated.' },
  wrong_credentials: { status: 401, message: 'These credentials do not match our records.' },
  sign_in_again: { status: 401, message: 'This sign-in has expired. Please sign in again.' },
  forbidden: { status: 403, message: 'You don’t have permission to do this.' },
  insufficient_scope: { status: 403, message: 'This token lacks the required scope.' },
  reauthenticate: { status: 403, message: 'Confirm your identity to continue.' },
  timed_out: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  not_found: { status: 404, message: 'The page you requested could not be found.' },
  reset_refused: { status: 409, message: 'This link no longer works. Ask for a new one.' },
  sso_refused: {
    status: 409,
    message: 'There is currently an update processing on the platform. Please wait five minutes and try again.',
  },
  conflict: { status: 409, message: 'Someone else changed this while you were editing.' },
  terms_changed: {
    status: 409,
    message: 'The amount or terms have changed. Review them and confirm again.',
  },
  no_funds: {
    status: 409,
    message: 'Insufficient funds: a payment failed, or the prepaid balance is too low.',
  },
  clock_off: { status: 409, message: 'The ID was created with a clock that is off by more than a day.' },
  too_large: { status: 413, message: 'The request is too large.' },
  invalid: { status: 422, message: 'The given data was invalid.' },
  too_many: { status: 429, message: 'Too many requests. Please try again later.' },
  internal: { status: 500, message: 'Something went wrong, please try again later' },
  read_only: {
    status: 503,
    message: 'The platform is being maintained: nothing can be changed right now. Please try again later.',
  },
  overloaded: { status: 503, message: 'Server might be busy please try again later' },
  crawl_failed: { status: 504, message: 'Blocked from crawling (Needs manual review at your url)' },
} as const

export type ErrorCode = keyof typeof errorCatalog

/** Errors that the specification gives a special answer (R220). */
export const specialAnswers: Partial<Record<ErrorCode, { result: 'failed from crawl'; status: 'not exist' }>> = {
  crawl_failed: { result: 'failed from crawl', status: 'not exist' },
}

/** What changed between reading an object and saving it, as far as the log knows. */
const changeBetween = z.object({
  /** The version that an overwriting call must send as read: an `updated_at`, or a `version`. */
  current: z.union([z.string(), z.number()]),
  /** When it was last changed. */
  changed_at: z.string(),
  /** Who changed it, latest last; empty if the log does not know, or the caller may not know. */
  changed_by: z.array(z.string()),
  /** Names of the call's fields that have changed. */
  changed_fields: z.array(z.string()),
})
export type ChangeBetween = z.infer<typeof changeBetween>

/** What every failed call answers with. `field` names the offending input, `request_id` is shown to the user. */
export const errorAnswer = z.object({
  result: z.enum(['failed', 'failed from crawl']),
  status: z.literal('not exist').optional(),
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  /** Only for a conflict with another person's change. */
  change: changeBetween.optional(),
  request_id: z.string(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>

const fieldProblem = z.array(z.object({ field: z.string(), message: z.string() }))

/** What failed calls of the developer API answer with: problem details (RFC 9457). `code` is from the catalog. */
export const problemAnswer = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  field: z.string().optional(),
  errors: fieldProblem.optional(),
  request_id: z.string(),
})
export type ProblemAnswer = z.infer<typeof problemAnswer>

/** What a token endpoint answers with on failure (RFC 6749, 5.2). */
export const oauthError = z.object({
  error: z.string(),
  error_description: z.string(),
  code: z.string(),
  field: z.string().optional(),
  request_id: z.string(),
})
export type OauthError = z.infer<typeof oauthError>
