import { BadRequest, schemaOf, type Schema } from './check-request.ts'

/**
 * Parses a JSON body by the schema of its operation, as version 2 of the API requires: numbers must be JSON numbers.
 * Throws `BadRequest` for unknown and missing fields.
 */
export function readBody(method: string, path: string, text: string): Record<string, unknown> {
  const schema = schemaOf(method, path)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new BadRequest('invalid_fields', '')
  }
  check(schema, body, '')
  return body as Record<string, unknown>
}

const isObject = (body: unknown): body is Record<string, unknown> =>
  body !== null && typeof body === 'object' && !Array.isArray(body)

function check(schema: Schema, body: unknown, param: string): void {
  if (schema.anyOf) return checkAny(schema.anyOf, body, param)
  if (schema.type === 'object') return checkObject(schema, body, param)
  if (schema.type === 'array') {
    if (!Array.isArray(body)) throw new BadRequest('invalid_fields', param)
    for (const one of body) check(schema.items ?? {}, one, param)
    return
  }
  const isRight =
    typeof body === schema.type &&
    schema.enum?.includes(body) !== false &&
    (schema.const === undefined || schema.const === body)
  if (!isRight) throw new BadRequest('invalid_fields', param)
}

function checkAny(ways: readonly Schema[], body: unknown, param: string): void {
  for (const way of ways.slice(0, -1)) {
    try {
      return check(way, body, param)
    } catch {
      // Another of the alternatives may match.
    }
  }
  check(ways.at(-1)!, body, param)
}

function checkObject(schema: Schema, body: unknown, param: string): void {
  if (!isObject(body)) throw new BadRequest('invalid_fields', param)
  const inner = (name: string): string => (param === '' ? name : `${param}.${name}`)
  const missing = schema.required?.find((name) => !(name in body))
  if (missing) throw new BadRequest('invalid_fields', inner(missing))
  for (const [name, value] of Object.entries(body)) {
    // Without declared names any name is valid, as in metadata.
    const property = schema.properties ? schema.properties[name] : { type: 'string' }
    if (!property) throw new BadRequest('invalid_fields', inner(name))
    check(property, value, inner(name))
  }
}
