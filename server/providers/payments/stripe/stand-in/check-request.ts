import protocol from './protocol.json' with { type: 'json' }

/** The subset of JSON Schema that Stripe's request descriptions use. */
export interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

/** Stripe's error for a request that does not match its description. */
export class BadRequest extends Error {
  readonly code: string
  readonly param: string
  constructor(code: string, param: string) {
    super(`${code}: ${param}`)
    this.code = code
    this.param = param
  }
}

const requests: Readonly<Record<string, Readonly<Partial<Record<string, unknown>>>>> = protocol.requests

/**
 * Parses a form body (`metadata[agency_id]=…`) by the schema of its operation, with numbers and booleans where it has
 * them. Throws `BadRequest` for unknown and missing fields. `path` has `{id}` in place of ids.
 */
export function readRequest(method: string, path: string, sent: URLSearchParams): Record<string, unknown> {
  return read(schemaOf(method, path), nest(sent), '') as Record<string, unknown>
}

export function schemaOf(method: string, path: string): Schema {
  const schema = requests[path]?.[method.toLowerCase()] as Schema | undefined
  if (!schema) throw new BadRequest('resource_missing', path)
  return schema
}

interface Tree {
  [name: string]: string | Tree
}

function nest(sent: URLSearchParams): Tree {
  const tree: Tree = {}
  for (const [name, value] of sent) {
    const steps = name.split(/[[\]]+/).filter(Boolean)
    const last = steps.pop()!
    let at = tree
    for (const step of steps) {
      const next = (at[step] ??= {})
      if (typeof next === 'string') throw new BadRequest('parameter_invalid', name)
      at = next
    }
    at[last] = value
  }
  return tree
}

function read(schema: Schema, sent: string | Tree, param: string): unknown {
  if (schema.anyOf) return readAny(schema.anyOf, sent, param)
  if (schema.const !== undefined) {
    if (sent !== String(schema.const)) throw new BadRequest('parameter_invalid', param)
    return schema.const
  }
  if (schema.type === 'object') return readObject(schema, sent, param)
  if (schema.type === 'array') {
    if (typeof sent === 'string') throw new BadRequest('parameter_invalid', param)
    return Object.entries(sent).map(([at, value]) => read(schema.items ?? {}, value, `${param}[${at}]`))
  }
  if (typeof sent !== 'string' || schema.enum?.includes(sent) === false)
    throw new BadRequest('parameter_invalid', param)
  return readScalar(schema.type, sent, param)
}

function readScalar(type: string | undefined, sent: string, param: string): unknown {
  if (type === 'number') {
    if (!/^-?\d+(\.\d+)?$/.test(sent)) throw new BadRequest('parameter_invalid_integer', param)
    return Number(sent)
  }
  if (type === 'boolean') {
    if (sent !== 'true' && sent !== 'false') throw new BadRequest('parameter_invalid', param)
    return sent === 'true'
  }
  return sent
}

function readAny(ways: readonly Schema[], sent: string | Tree, param: string): unknown {
  for (const way of ways.slice(0, -1)) {
    try {
      return read(way, sent, param)
    } catch {
      // Another of the alternatives may match.
    }
  }
  return read(ways.at(-1)!, sent, param)
}

function readObject(schema: Schema, sent: string | Tree, param: string): unknown {
  if (typeof sent === 'string') throw new BadRequest('parameter_invalid', param)
  const inner = (name: string): string => (param === '' ? name : `${param}[${name}]`)
  const properties = schema.properties
  const missing = schema.required?.find((name) => !(name in sent))
  if (missing) throw new BadRequest('parameter_missing', inner(missing))
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      // Without declared names any name is valid, as in metadata.
      const property = properties ? properties[name] : { type: 'string' }
      if (!property) throw new BadRequest('parameter_unknown', inner(name))
      return [name, read(property, value, inner(name))]
    }),
  )
}
