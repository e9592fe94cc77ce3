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

const isObject = (sent: unknown): sent is Record<string, unknown> =>
  sent !== null && typeof sent === 'object' && !Array.isArray(sent)

function check(schema: Schema, sent: unknown, param: string): void {
  if (schema.anyOf) return checkAny(schema.anyOf, sent, param)
  if (schema.type === 'object') return checkObject(schema, sent, param)
  if (schema.type === 'array') {
    if (!Array.isArray(sent)) throw new BadRequest('invalid_fields', param)
    for (const one of sent) check(schema.items ?? {}, one, param)
    return
  }
  const isRight =
    typeof sent === schema.type &&
    schema.enum?.includes(sent) !== false &&
    (schema.const === undefined || schema.const === sent)
  if (!isRight) throw new BadRequest('invalid_fields', param)
}

function checkAny(ways: readonly Schema[], sent: unknown, param: string): void {
  for (const way of ways.slice(0, -1)) {
    try {
      return check(way, sent, param)
    } catch {
      // Another of the alternatives may match.
    }
  }
  check(ways.at(-1)!, sent, param)
}

function checkObject(schema: Schema, sent: unknown, param: string): void {
  if (!isObject(sent)) throw new BadRequest('invalid_fields', param)
  const inner = (name: string): string => (param === '' ? name : `${param}.${name}`)
  const missing = schema.required?.find((name) => !(name in sent))
  if (missing) throw new BadRequest('invalid_fields', inner(missing))
  for (const [name, value] of Object.entries(sent)) {
    // Without declared names any name is valid, as in metadata.
    const property = schema.properties ? schema.properties[name] : { type: 'string' }
    if (!property) throw new BadRequest('invalid_fields', inner(name))
    check(property, value, inner(name))
  }
}
