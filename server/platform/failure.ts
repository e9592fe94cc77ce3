import { errorCatalog, type ChangeBetween, type ErrorCode } from '#contract/core/errors.ts'

/** A failure of the closed catalog. Anything else that is thrown is our fault and answers 500. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly problems: readonly { field: string; message: string }[] | undefined
  readonly retryAfterSeconds: number | undefined
  /** For a conflict: what somebody else has changed. */
  readonly change: ChangeBetween | undefined

  constructor(
    code: ErrorCode,
    options: {
      message?: string
      field?: string
      problems?: readonly { field: string; message: string }[]
      retryAfterSeconds?: number
      change?: ChangeBetween
    } = {},
  ) {
    super(options.message ?? errorCatalog[code].message)
    this.code = code
    this.field = options.field
    this.problems = options.problems
    this.retryAfterSeconds = options.retryAfterSeconds
    this.change = options.change
  }

  /** The same failure with renamed fields. */
  withFields(rename: (field: string) => string): Failure {
    const { code, message, field, problems, retryAfterSeconds, change } = this
    if (field === undefined && problems === undefined && change === undefined) return this
    return new Failure(code, {
      message,
      field: field && rename(field),
      problems: problems?.map((one) => ({ ...one, field: rename(one.field) })),
      retryAfterSeconds,
      change: change && { ...change, changed_fields: change.changed_fields.map(rename) },
    })
  }

  get status(): number {
    return errorCatalog[this.code].status
  }
}

/** Absent and not accessible look the same (OQ-34). */
export const notFound = (): Failure => new Failure('not_found')
export const invalid = (field: string, message: string): Failure => new Failure('invalid', { field, message })
export const accessDenied = (message?: string): Failure => new Failure('forbidden', { message })

/** Returns the result of `run`; renames the fields of its failures. */
export async function withFieldNames<T>(rename: (field: string) => string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown.withFields(rename) : thrown
  }
}
