/** The subset of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  default?: unknown
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema }
type Body = { content?: Record<string, { schema: Schema }> }

/** The part of an OpenAPI operation that these pages read. */
export type ApiOperation = {
  operationId: string
  summary: string
  tags: string[]
  deprecated?: boolean
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: Body
  responses: Record<string, Body & { description: string }>
  'x-codeSamples'?: { lang: string; label: string; source: string }[]
}

/** An operation with its HTTP method and path. */
export type PathOperation = ApiOperation & { method: string; path: string }

type ApiDocument = {
  info: { version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, ApiOperation>>
  webhooks: Record<string, { post: { summary: string; requestBody: Body } }>
}

export const documentOf = (answer: Record<string, unknown>): ApiDocument => answer as unknown as ApiDocument

/** The operations of the OpenAPI document, in document order. */
export const operationsIn = (answer: Record<string, unknown>): PathOperation[] =>
  Object.entries(documentOf(answer).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )

/** One row of a table of fields. */
export type Field = { name: string; type: string; bounds: string; required: boolean; description: string }

const bodyOf = (body: Body | undefined): Schema | undefined => Object.values(body?.content ?? {})[0]?.schema

export const requestSchemaOf = ({ requestBody }: ApiOperation): Schema | undefined => bodyOf(requestBody)
export const answerSchemaOf = ({ responses }: ApiOperation): Schema | undefined =>
  bodyOf(Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1])

/** Error responses by status, each with its error codes. */
export const refusalsOf = ({ responses }: ApiOperation): { status: string; codes: string }[] =>
  Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, { description }]) => ({ status, codes: description }))

export const scopeOf = ({ security }: ApiOperation): string | undefined => security[0]?.['oauth']?.[0]

const isNull = (schema: Schema): boolean => schema.type === 'null'

/** A type in JSON notation: arrays as `string[]`, nullable types with `| null`. */
function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ')
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  return schema.format ? `${schema.type ?? 'any'} (${schema.format})` : (schema.type ?? 'any')
}

const range = (least: number | undefined, most: number | undefined, unit: string): string[] => {
  // Ignore bounds beyond the safe integers, which JSON numbers cannot represent anyway.
  const isBound = (value: number | undefined): value is number => value !== undefined && Math.abs(value) < 2 ** 53 - 1
  if (!isBound(least) && !isBound(most)) return []
  return [`${isBound(least) ? least : ''}…${isBound(most) ? most : ''}${unit}`]
}

const boundsOf = (schema: Schema): string =>
  [
    ...range(schema.minimum, schema.maximum, ''),
    ...range(schema.minLength, schema.maxLength, ' chars'),
    ...range(schema.minItems, schema.maxItems, ' items'),
    ...(schema.default === undefined ? [] : [`= ${JSON.stringify(schema.default)}`]),
  ].join(', ')

/** Every field of a schema; nested fields have their path as the name. */
export function fieldsOf(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const inner = property.items ?? property.anyOf?.find((one) => !isNull(one)) ?? property
    const path = `${prefix}${name}`
    const field = {
      name: path,
      type: inner.properties && !property.enum ? (property.items ? 'object[]' : 'object') : typeOf(property),
      bounds: boundsOf(property),
      required: schema.required?.includes(name) ?? false,
      description: property.description ?? '',
    }
    return [field, ...(inner.properties ? fieldsOf(inner, `${path}${property.items ? '[]' : ''}.`) : [])]
  })
}

export const parametersOf = ({ parameters }: ApiOperation, place: string): Field[] =>
  parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, description, schema }) => ({
      name,
      type: typeOf(schema),
      bounds: boundsOf(schema),
      required,
      description: description ?? '',
    }))
