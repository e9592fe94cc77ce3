import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/project-root.ts'
import { typeOfSchema, type Schema } from './type-of-schema.ts'

/** The part of the client that is the same for every operation: code for the reader, not run here. */
const clientHead = readFileSync(join(projectRoot, 'server/areas/developers/documents/client-head.txt'), 'utf8')

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

interface Described {
  operationId: string
  summary: string
  deprecated?: boolean
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Document {
  info: { version: string }
  paths: Record<string, Record<string, Described>>
  components: {
    schemas: { Problem: Schema }
    securitySchemes: { oauth: { flows: { clientCredentials: { scopes: Record<string, string> } } } }
  }
}

/**
 * The typed client of an OpenAPI document, as one TypeScript file without dependencies. Tokens have a separate
 * function; deprecated operations are omitted.
 */
export function writeClient(given: Record<string, unknown>): string {
  const document = given as unknown as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ ...described, path, method: method.toUpperCase() })),
  )
  const current = operations.filter(({ deprecated }) => deprecated !== true)
  const scopes = Object.keys(document.components.securitySchemes.oauth.flows.clientCredentials.scopes)
  return [
    `// The typed client of the API, version ${document.info.version}, made from its OpenAPI document. It needs nothing but fetch.\n`,
    clientHead,
    `const version = ${JSON.stringify(document.info.version)}\n`,
    `export type Scope =\n${scopes.map((scope) => `  | ${JSON.stringify(scope)}`).join('\n')}\n`,
    `export interface Problem ${typeOfSchema(document.components.schemas.Problem)}\n`,
    ...current.flatMap(typesOf),
    [
      '/** The API with one function for each operation. */',
      'export const createClient = (options: ClientOptions) => ({',
    ].join('\n'),
    ...current.filter(({ operationId }) => operationId !== 'issueOauthToken').map(functionOf),
    '})\n',
  ].join('\n')
}

type Operation = Described & { path: string; method: string }

const typeName = ({ operationId }: Operation, part: string): string =>
  `${operationId[0]!.toUpperCase()}${operationId.slice(1)}${part}`

const named = (name: string, schema: Schema): string => {
  const type = typeOfSchema(schema)
  return type.startsWith('{') && type.endsWith('\n}')
    ? `export interface ${name} ${type}\n`
    : `export type ${name} = ${type}\n`
}

function typesOf(operation: Operation): string[] {
  const input = inputOf(operation)
  return [
    ...(input ? [named(typeName(operation, 'Input'), input)] : []),
    named(typeName(operation, 'Answer'), answerOf(operation)),
  ]
}

function answerOf({ responses }: Operation): Schema {
  const [, done] = Object.entries(responses).find(([status]) => status.startsWith('2'))!
  return done.content?.['application/json']?.schema ?? {}
}

/** A function's parameters: parts that the operation has, optional if everything in them is. */
function inputOf({ parameters, requestBody }: Operation): Schema | null {
  const partOf = (place: Parameter['in']): Schema | null => {
    const own = parameters.filter((parameter) => parameter.in === place)
    if (own.length === 0) return null
    return {
      type: 'object',
      properties: Object.fromEntries(
        own.map(({ name, schema, description }) => [
          name,
          { ...schema, ...(description !== undefined && { description }) },
        ]),
      ),
      required: own.filter(({ required }) => required).map(({ name }) => name),
    }
  }
  const parts = {
    params: partOf('path'),
    query: partOf('query'),
    body: requestBody?.content['application/json']?.schema ?? null,
  }
  const there = Object.entries(parts).filter((part): part is [string, Schema] => part[1] !== null)
  if (there.length === 0) return null
  const needed = there.filter(([, { required = [] }]) => required.length > 0).map(([name]) => name)
  return { type: 'object', properties: Object.fromEntries(there), required: needed }
}

function functionOf(operation: Operation): string {
  const { operationId, method, path, summary } = operation
  const input = inputOf(operation)
  const answer = typeName(operation, 'Answer')
  const given = input
    ? `input: ${typeName(operation, 'Input')}${(input.required ?? []).length === 0 ? ' = {}' : ''}, `
    : ''
  return [
    `  /** ${summary} */`,
    `  ${operationId}: (${given}call: CallOptions = {}): Promise<${answer}> =>`,
    `    send<${answer}>(options, '${method}', '${path}', ${input ? 'input' : '{}'}, call),`,
  ].join('\n')
}
