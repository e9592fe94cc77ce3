import { z } from 'zod'
import { callerKinds } from '#contract/core/access.ts'
import { idempotencyHeader } from '#contract/core/documented-keys.ts'
import { errorAnswer, errorCatalog, oauthError, problemAnswer, type ErrorCode } from '#contract/core/errors.ts'
import { isSealed, type Operation } from '#contract/core/operation.ts'
import { proofOf } from '#contract/sign-in/proof-of-identity.ts'
import { sealedEnvelope } from '#contract/core/sealed.ts'
import { takesOperationId } from './operation-id.ts'

type Json = Record<string, unknown>

/** What a document says besides its operations. */
interface DocumentFacts {
  title: string
  version: string
  description: string
  contact: { name: string; url: string }
  /** What the operations of each area are about. */
  areas: Readonly<Record<string, string>>
  /** How developers' tokens are obtained. */
  oauth: Json
}

/** The OpenAPI 3.1 document of a list of operations, derived only from their declarations. */
export function openApiOf(operations: readonly Operation[], facts: DocumentFacts): Json {
  const { areas, oauth, ...info } = facts
  const paths: Record<string, Json> = {}
  // OpenAPI knows no two paths that differ only in the names of their parameters: the first one's names stand for both.
  const pathOfShape = new Map<string, string>()
  for (const operation of operations) {
    const shape = operation.path.replaceAll(/\{\w+\}/g, '{}')
    const path = pathOfShape.get(shape) ?? operation.path
    pathOfShape.set(shape, path)
    const pathItem = (paths[`/api${path}`] ??= {})
    pathItem[operation.method.toLowerCase()] = describe(operation, path)
  }
  const areaNames = new Set(operations.map(({ area }) => area))
  return {
    openapi: '3.1.0',
    info,
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    tags: [...areaNames].map((name) => ({ name, description: areas[name] })),
    paths,
    components: {
      schemas: schemasFor(operations),
      securitySchemes: {
        ...(operations.some((operation) => securityOf(operation).some(({ session }) => session)) && {
          session: bearer,
        }),
        oauth,
      },
    },
  }
}

const bearer: Json = { type: 'http', scheme: 'bearer', description: 'An access token of POST /api/login.' }

/** Those of errors, as far as the operations' style uses them. */
const schemasFor = (operations: readonly Operation[]): Json => ({
  ...(operations.some(({ style }) => style === undefined) && { Error: schemaOf(errorAnswer, 'output') }),
  ...(operations.some(({ style }) => style === 'developer') && { Problem: schemaOf(problemAnswer, 'output') }),
})

/** Any one of these will do; an empty one is a call without a token. */
function securityOf({ access, scope }: Operation): Record<string, string[]>[] {
  const isOpen = access.anonymous !== undefined
  if (isOpen && !scope) return []
  const people = callerKinds.some((kind) => kind !== 'anonymous' && kind !== 'developer' && access[kind])
  return [
    ...(scope ? [{ oauth: [scope] }] : []),
    ...(isOpen ? [{}] : []),
    ...(people && !isOpen ? [{ session: [] }] : []),
  ]
}

/** What the summary leaves out: who may call, and how often. */
function descriptionOf(operation: Operation): string {
  const { summary, access, limits = [], scope } = operation
  const kinds = callerKinds.filter((kind) => access[kind])
  return [
    summary,
    `For: ${kinds.join(', ')}.`,
    ...(scope ? [`A token needs the scope ${scope}.`] : []),
    ...(proofOf(operation) ? ['Asks for a recent proof of identity.'] : []),
    ...limits.map(({ count, perSeconds, by }) => `At most ${count} calls in ${perSeconds} seconds by ${by}.`),
  ].join(' ')
}

function describe(operation: Operation, path: string): Json {
  const isOpen = operation.access.anonymous !== undefined
  const proof = proofOf(operation)
  return {
    operationId: operation.name,
    tags: [operation.area],
    summary: operation.summary,
    description: descriptionOf(operation),
    ...(operation.deprecated ? { deprecated: true } : {}),
    security: securityOf(operation),
    parameters: [
      ...renamed(parametersOf(operation.params, 'path'), operation.path, path),
      ...parametersOf(operation.query, 'query'),
      ...(takesIdempotencyKey(operation) ? [idempotencyKey] : []),
    ],
    ...(operation.body || operation.form ? { requestBody: requestBodyOf(operation) } : {}),
    responses: { [operation.status ?? 200]: successOf(operation), ...failuresOf(operation, isOpen) },
    'x-specification': operation.id,
    'x-access': Object.fromEntries(
      callerKinds.flatMap((kind) => {
        const grant = operation.access[kind]
        return grant
          ? [
              [
                kind,
                { reach: grant.reach, permission: grant.permission, anyMenu: grant.anyMenu, analyses: grant.analyses },
              ],
            ]
          : []
      }),
    ),
    ...(proof ? { 'x-proof': proof } : {}),
    ...(operation.limits
      ? { 'x-limits': operation.limits.map(({ count, perSeconds, by }) => ({ count, perSeconds, by })) }
      : {}),
  }
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)

/** Parameters of an operation's path by the names that another path has in the same places. */
function renamed(parameters: Json[], from: string, to: string): Json[] {
  const [before, after] = [namesIn(from), namesIn(to)]
  return parameters.map((parameter) => ({ ...parameter, name: after[before.indexOf(String(parameter['name']))] }))
}

function parametersOf(schema: z.ZodType | undefined, location: 'path' | 'query'): Json[] {
  if (!(schema instanceof z.ZodObject)) return []
  const objectSchema = schemaOf(schema, 'input')
  const properties = (objectSchema['properties'] ?? {}) as Record<string, Json>
  const requiredNames = new Set((objectSchema['required'] ?? []) as string[])
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property
    return {
      name,
      in: location,
      // OpenAPI has no optional path parameters.
      required: location === 'path' || requiredNames.has(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    }
  })
}

function requestBodyOf(operation: Operation): Json {
  const schema = schemaOf(operation.body ?? operation.form!, 'input')
  if (operation.transport === 'multipart') return { required: true, content: { 'multipart/form-data': { schema } } }
  if (operation.style === 'oauth')
    return {
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } },
    }
  if (!isSealed(operation)) return { required: true, content: { 'application/json': { schema } } }
  return {
    required: true,
    description: 'Sealed to a key of GET /api/keys; `contentSchema` of `dt` is what it holds once it is opened.',
    content: { 'application/json': { schema: sealedSchemaOf(schema) } },
  }
}

/** The envelope with its contents, in JSON Schema's terms for encoded content. */
function sealedSchemaOf(body: Json): Json {
  const envelope = schemaOf(sealedEnvelope, 'input') as { properties: { dt: Json } }
  const dt = {
    ...envelope.properties.dt,
    description: 'Compact JWE (ECDH-ES, A256GCM) whose header names method (htm) and path (htu).',
    contentMediaType: 'application/jose',
    contentSchema: {
      type: 'object',
      properties: {
        iat: { type: 'integer', description: 'Seconds since 1970.' },
        jti: { type: 'string', description: 'Used once.' },
        body,
      },
      required: ['iat', 'jti', 'body'],
      additionalProperties: false,
    },
  }
  return { ...envelope, properties: { dt } }
}

const takesIdempotencyKey = (operation: Operation): boolean =>
  (operation.style === 'developer' && operation.method !== 'GET') || takesOperationId(operation)

const idempotencyKey: Json = {
  name: idempotencyHeader,
  in: 'header',
  required: false,
  description: 'Identifies the operation, so that a repeated call has no second effect.',
  schema: { type: 'string', maxLength: 255 },
}

function successOf(operation: Operation): Json {
  if (operation.transport === 'download') {
    return { description: 'The file.', content: { 'application/octet-stream': { schema: { type: 'string' } } } }
  }
  if (operation.transport === 'page') {
    return { description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } }
  }
  if (operation.transport === 'stream') {
    return { description: 'Server-sent events.', content: { 'text/event-stream': { schema: { type: 'string' } } } }
  }
  return { description: 'Done.', content: { 'application/json': { schema: schemaOf(operation.answer, 'output') } } }
}

/** Failures by status, since several codes can share one. */
function failuresOf(operation: Operation, isOpen: boolean): Json {
  const codes = new Set<ErrorCode>([
    'malformed',
    'invalid',
    'too_many',
    'internal',
    'overloaded',
    'read_only',
    ...(operation.errors ?? []),
  ])
  if (!isOpen) for (const code of ['unauthenticated', 'forbidden'] as const) codes.add(code)
  if (operation.scope) codes.add('insufficient_scope')
  if (proofOf(operation)) codes.add('reauthenticate')
  if (isSealed(operation)) codes.add('sealed_body')
  if (operation.object) codes.add('not_found')
  const byStatus = groupByStatus([...codes])
  const entries = [...byStatus].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(
    entries.map(([status, list]) => [
      status,
      {
        description: list.join(', '),
        content: failureContent(operation),
      },
    ]),
  )
}

const failureContent = ({ style }: Operation): Json => {
  if (style === 'developer') return { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  if (style === 'oauth') return { 'application/json': { schema: schemaOf(oauthError, 'output') } }
  return { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
}

function groupByStatus(codes: ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const { status } = errorCatalog[code]
    groups.set(status, [...(groups.get(status) ?? []), code])
  }
  return groups
}

export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}
