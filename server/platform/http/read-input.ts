import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isSealed, type Operation } from '#contract/core/operation.ts'
import { sentences } from '#contract/core/sentences.ts'
import { Failure, invalid } from '../failure.ts'
import type { Platform } from '../platform.ts'
import type { Caller } from '../call.ts'
import type { Input } from './route.ts'
import { openBody } from './open-body.ts'
import { parseInput, parseJson, plainParams, plainQuery, rejectDangerousInput } from './parse-input.ts'
import { pathOfUrl } from './request-facts.ts'
import { createContradictionCheck } from './restated-keys.ts'

const nothing = z.strictObject({})

/** Creates the function that reads an operation's whole input: parameters, query and body, decrypted and parsed. */
export function createReadInput(
  operation: Operation,
  platform: Platform,
): (request: FastifyRequest, caller: Caller | null) => Promise<Input<Operation>> {
  const params = operation.params ?? nothing
  const query = operation.query ?? nothing
  const isMultipart = operation.transport === 'multipart'
  const takesTicket = operation.transport === 'download'
  const assertNoContradictions = createContradictionCheck(operation)
  return async (request, caller) => {
    const values = plainQuery(request.query)
    if (takesTicket) delete values['ticket']
    const input = {
      params: parseInput(params, plainParams(request.params)),
      query: parseInput(query, values),
      body: undefined as unknown,
    }
    if (operation.method !== 'GET' && !isMultipart) input.body = await readBody(request, operation, platform)
    if (caller && assertNoContradictions) assertNoContradictions(input as Input<Operation>, caller)
    return input as Input<Operation>
  }
}

async function readBody(request: FastifyRequest, operation: Operation, platform: Platform): Promise<unknown> {
  const raw = typeof request.body === 'string' ? request.body : ''
  if (!operation.body && isForm(request)) throw new Failure('malformed')
  if (!operation.body) {
    // A call without a body may send an empty one; any content would be ignored, so it is refused.
    if (raw !== '') parseInput(nothing, parseJson(raw))
    return undefined
  }
  if (isForm(request)) {
    if (operation.style !== 'oauth') throw new Failure('malformed')
    return parseInput(operation.body, plainForm(raw))
  }
  const value = isSealed(operation)
    ? await openBody(platform, { method: operation.method, path: pathOfUrl(request) }, raw)
    : parseJson(raw)
  rejectDangerousInput(value)
  return parseInput(operation.body, value)
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') === true

/** Parses a form. Duplicate keys are refused, as OAuth requires (RFC 6749, 3.2). */
function plainForm(text: string): Record<string, string> {
  const form: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(form, name)) throw invalid(name.slice(0, 200), sentences.twice)
    Object.defineProperty(form, name, { value, enumerable: true, configurable: true, writable: true })
  }
  rejectDangerousInput(form)
  return form
}
