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
export function readRequest(method: string, path: string, form: URLSearchParams): Record<string, unknown> {
  return read(schemaOf(method, path), nest(form), '') as Record<string, unknown>
}

export function schemaOf(method: string, path: string): Schema {
  const schema = requests[path]?.[method.toLowerCase()] as Schema | undefined
  if (!schema) throw new BadRequest('resource_missing', path)
  return schema
}

interface Tree {
  [name: string]: string | Tree
}

function nest(form: URLSearchParams): Tree {
  const tree: Tree = {}
  for (const [name, value] of form) {
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

function read(schema: Schema, value: string | Tree, param: string): unknown {
  if (schema.anyOf) return readAny(schema.anyOf, value, param)
  if (schema.const !== undefined) {
    if (value !== String(schema.const)) throw new BadRequest('parameter_invalid', param)
    return schema.const
  }
  if (schema.type === 'object') return readObject(schema, value, param)
  if (schema.type === 'array') {
    if (typeof value === 'string') throw new BadRequest('parameter_invalid', param)
    return Object.entries(value).map(([at, value]) => read(schema.items ?? {}, value, `${param}[${at}]`))
  }
  if (typeof value !== 'string' || schema.enum?.includes(value) === false)
    throw new BadRequest('parameter_invalid', param)
  return readScalar(schema.type, value, param)
}

function readScalar(type: string | undefined, value: string, param: string): unknown {
  if (type === 'number') {
    if (!/^-?\d+(\.\d+)?$/.test(value)) throw new BadRequest('parameter_invalid_integer', param)
    return Number(value)
  }
  if (type === 'boolean') {
    if (value !== 'true' && value !== 'false') throw new BadRequest('parameter_invalid', param)
    return value === 'true'
  }
  return value
}

function readAny(ways: readonly Schema[], value: string | Tree, param: string): unknown {
  for (const way of ways.slice(0, -1)) {
    try {
      return read(way, value, param)
    } catch {
      // Another of the alternatives may match.
    }
  }
  return read(ways.at(-1)!, value, param)
}

function readObject(schema: Schema, value: string | Tree, param: string): unknown {
  if (typeof value === 'string') throw new BadRequest('parameter_invalid', param)
  const inner = (name: string): string => (param === '' ? name : `${param}[${name}]`)
  const properties = schema.properties
  const missing = schema.required?.find((name) => !(name in value))
  if (missing) throw new BadRequest('parameter_missing', inner(missing))
  return Object.fromEntries(
    Object.entries(value).map(([name, value]) => {
      // Without declared names any name is valid, as in metadata.
      const property = properties ? properties[name] : { type: 'string' }
      if (!property) throw new BadRequest('parameter_unknown', inner(name))
      return [name, read(property, value, inner(name))]
    }),
  )
}
