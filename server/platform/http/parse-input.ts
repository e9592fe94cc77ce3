import type { z } from 'zod'
import { sentenceFor, sentences } from '#contract/core/sentences.ts'
import { Failure, invalid } from '../failure.ts'

const deepest = 20
const maxItems = 10_000

/** Parses with a schema of the contract. Throws `invalid` with each invalid field, the first one as the main one. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsing = schema.safeParse(value, { error: sentenceFor })
  if (parsing.success) return parsing.data
  throw failureOf(parsing.error)
}

function failureOf(error: z.ZodError): Failure {
  const problems = error.issues.flatMap(innermost).flatMap((issue) => {
    const at = issue.path.map(String)
    const unknownKeys = issue.code === 'unrecognized_keys' ? issue.keys : undefined
    if (!unknownKeys) return [{ field: at.join('.'), message: issue.message }]
    return unknownKeys.map((key) => ({ field: [...at, key].join('.').slice(0, 200), message: sentences.unknownField }))
  })
  const first = problems[0]
  // A single invalid field shows its own message; of several, the first is as good as any.
  return new Failure('invalid', { message: first?.message, field: first?.field, problems: problems.slice(0, 50) })
}

/**
 * For a value that matches none of a union's shapes: the problems with the closest one. A union with its own message
 * reports that.
 */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.message !== sentences.invalid) return [issue]
  const near = issue.errors.find((each) =>
    each.every(({ code }) => code !== 'invalid_type' && code !== 'invalid_value'),
  )
  return (near ?? [issue]).map((inner) =>
    inner === issue ? issue : { ...inner, path: [...issue.path, ...inner.path] },
  )
}

/** Query parameters as parsed by the router. Duplicate keys are refused: it is ambiguous which one counts. */
export function plainQuery(query: unknown): Record<string, string> {
  const plain = query as Record<string, string | string[]>
  for (const key in plain) {
    const value = plain[key]
    if (typeof value !== 'string') throw invalid(key, sentences.twice)
    if (hasBadText(key) || hasBadText(value)) throw invalid(key, sentences.badText)
  }
  return plain as Record<string, string>
}

/** Path parameters; an empty segment counts as omitted (OQ-38). */
export function plainParams(params: unknown): Record<string, string> {
  const plain: Record<string, string> = {}
  const values = params as Record<string, string | undefined>
  for (const key in values) {
    const value = values[key]
    if (value === undefined || value === '') continue
    if (hasBadText(value)) throw invalid(key, sentences.badText)
    plain[key] = value
  }
  return plain
}

/** Parses JSON. Throws `malformed`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Failure('malformed')
  }
}

/**
 * Refuses what schemas do not check: text that the database cannot store, keys that target prototypes, bodies that are
 * too deep or too long to be legitimate.
 */
export function rejectDangerousInput(value: unknown, at = '', depth = 0): void {
  if (typeof value === 'string') {
    if (hasBadText(value)) throw invalid(at || 'body', sentences.badText)
    return
  }
  if (value === null || typeof value !== 'object') return
  if (depth >= deepest) throw invalid(at.slice(0, 200), sentences.tooDeep)
  if (Array.isArray(value)) {
    if (value.length > maxItems) throw invalid(at || 'body', sentences.tooManyItems)
    for (const [index, item] of value.entries()) rejectDangerousInput(item, join(at, String(index)), depth + 1)
    return
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || hasBadText(key)) throw invalid(join(at, key), sentences.unknownField)
    rejectDangerousInput((value as Record<string, unknown>)[key], join(at, key), depth + 1)
  }
}

const join = (at: string, key: string): string => (at === '' ? key : `${at}.${key}`).slice(0, 200)

/** NUL, which PostgreSQL's text cannot contain, and unpaired surrogates, which are not valid text. */
const badText = /[\0\p{Surrogate}]/u
const hasBadText = (text: string): boolean => badText.test(text)
