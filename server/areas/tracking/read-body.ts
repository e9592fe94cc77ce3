import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '#contract/core/errors.ts'
import {
  HIT_CLOCK_TOLERANCE_MS,
  HIT_VALUE_LIMIT,
  hitIdTimeMs,
  type CollectBody,
} from '#contract/tracking/collect-body.ts'
import { hostOfUrl } from '#contract/core/hosts.ts'
import { sentSignals } from '#contract/tracking/consent-signals.ts'

/** Why a body is rejected. `field` is the key as spelled in the body. */
export interface Problem {
  code: ErrorCode
  field?: string
  message: string
}

const key = /^[\w-]{1,64}$/

export const isPixelKey = (text: string): boolean => key.test(text)

const hitId = /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/
const hex128 = /^[0-9a-f]{32}$/
const emailHash = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/
const kinds = new Set(['view', 'event', 'identify', 'conversion'])
const signals = new Set(['gpc', 'optout', 'consent', 'region'])

type Check = (value: unknown) => string | null

const like =
  (pattern: RegExp, what: string): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? null : what
const oneOf =
  (values: Set<string>, what: string): Check =>
  (value) =>
    typeof value === 'string' && values.has(value) ? null : what
const isText: Check = (value) => (typeof value === 'string' ? null : 'must be a text')
const atLeastZero: Check = (value) =>
  Number.isFinite(value) && (value as number) >= 0 ? null : 'must be a number from 0'

/** A longer URL is truncated: the part cut off can only be its path or what follows. */
const checkAddress: Check = (value) =>
  typeof value === 'string' && hostOfUrl(value) !== null ? null : 'must be the address of a web page'
const checkHashes: Check = (value) =>
  Array.isArray(value) &&
  value.length <= 9 &&
  value.every((hash) => hash === null || (typeof hash === 'string' && emailHash.test(hash)))
    ? null
    : 'must be a list of at most 9 md5, sha1 or sha256 hashes in lower-case hex'
const checkValue: Check = (value) =>
  value === null || (typeof value === 'number' && value >= 0 && value <= HIT_VALUE_LIMIT)
    ? null
    : `must be a number from 0 to ${HIT_VALUE_LIMIT}`
const checkWidth: Check = (value) =>
  atLeastZero(value) ?? ((value as number) <= 100_000 ? null : 'must be at most 100000')

/**
 * One check for each key that a hit may have. Written by hand, because this runs for every hit and a schema costs
 * several times as much; a test compares it with the schema in the contract.
 */
const hitChecks = new Map<string, Check>([
  ['i', like(hitId, 'must be a UUIDv7 in lower case without dashes')],
  ['k', like(key, 'must be the key of a pixel')],
  ['t', oneOf(kinds, 'must be view, event, identify or conversion')],
  ['u', checkAddress],
  ['r', isText],
  ['d', isText],
  ['v', like(hex128, 'must be 32 hex digits')],
  ['s', like(hex128, 'must be 32 hex digits')],
  ['h', checkHashes],
  ['n', (value) => (value === null ? null : isText(value))],
  ['x', checkValue],
  ['w', checkWidth],
  ['l', isText],
  ['z', isText],
  ['m', atLeastZero],
  ['c', (value) => (typeof value === 'boolean' ? null : 'must be true or false')],
  ['f', like(sentSignals, 'must be letters of consent platforms')],
])
const neededOfHit = ['i', 'k', 't', 'u', 'v', 's'] as const

const countOnlyChecks = new Map<string, Check>([
  ['k', like(key, 'must be the key of a pixel')],
  ['p', oneOf(signals, 'must be gpc, optout, consent or region')],
  ['v', like(hex128, 'must be 32 hex digits')],
])
const neededOfCountOnly = ['k', 'p'] as const

/** The body as the contract describes it, or the reason it is invalid. */
export function readBody(text: string): { body: CollectBody } | { problem: Problem } {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { problem: { code: 'malformed', message: 'The body is not JSON.' } }
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { problem: { code: 'malformed', message: 'The body is not a JSON object.' } }
  }
  const problem = problemOf(body as Record<string, unknown>)
  return problem ? { problem } : { body: body as CollectBody }
}

function problemOf(body: Record<string, unknown>): Problem | null {
  const countOnly = 'p' in body
  const checks = countOnly ? countOnlyChecks : hitChecks
  for (const name in body) {
    const check = checks.get(name)
    const problem = check ? check(body[name]) : 'is not known'
    if (problem) return { code: 'malformed', field: name, message: `${name} ${problem}.` }
  }
  for (const name of countOnly ? neededOfCountOnly : neededOfHit) {
    if (!(name in body)) return { code: 'malformed', field: name, message: `${name} is missing.` }
  }
  return null
}

/** Whether the clock that created the id is off by more than a day, either way. */
export const isClockOff = (id: string, now_ms: number): boolean =>
  Math.abs(hitIdTimeMs(id) - now_ms) > HIT_CLOCK_TOLERANCE_MS

const unstorable = /[\0\ud800-\udfff]/
const unstorables = /[\0\p{Surrogate}]/gu

/**
 * The text truncated to size, since a visit with a long title is still a visit, and without what cannot be stored: NUL
 * in PostgreSQL, half of a surrogate pair in JSON. One odd title must not fail the whole batch.
 */
export function storable(text: string, maxLength: number): string {
  const cutText = text.length > maxLength ? text.slice(0, maxLength) : text
  return unstorable.test(cutText) ? cutText.replace(unstorables, '') : cutText
}

/** Reads a whole body. Calls back once: with the text, or with null as soon as it exceeds the allowed length. */
export function readText(request: IncomingMessage, limit_bytes: number, done: (text: string | null) => void): void {
  let first: Buffer | undefined
  let more: Buffer[] | undefined
  let size_bytes = 0
  request.on('data', (chunk: Buffer) => {
    if (size_bytes > limit_bytes) return
    size_bytes += chunk.length
    if (size_bytes > limit_bytes) done(null)
    // Nearly every body arrives in one piece.
    else if (!first) first = chunk
    else (more ??= [first]).push(chunk)
  })
  request.on('end', () => {
    if (size_bytes <= limit_bytes) done((more ? Buffer.concat(more) : first)?.toString('utf8') ?? '')
  })
}
