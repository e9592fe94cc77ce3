import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'

/** The part of the client that is the same for every document: code for the reader, not run here. */
const head = readFileSync(join(import.meta.dirname, 'head.txt'), 'utf8')

interface Described {
  operationId: string
  summary: string
  deprecated?: boolean
  parameters: { in: 'path' | 'query' | 'header'; required: boolean }[]
  responses: Record<string, object>
  requestBody?: { content: Record<string, { schema: { required?: string[] } }> }
}

interface Document {
  info: { version: string }
  paths: Record<string, Record<string, Described>>
  components: { securitySchemes: { oauth: { flows: { clientCredentials: { scopes: Record<string, string> } } } } }
}

/**
 * The typed client of an OpenAPI document, as one TypeScript file without dependencies: types by openapi-typescript, and a
 * function for each operation. Tokens have a separate function; deprecated operations are omitted.
 */
export async function writeClient(given: Record<string, unknown>): Promise<string> {
  const { info, paths, components } = given as unknown as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ ...described, path, method: method.toUpperCase() })),
  )
  const current = operations.filter(({ deprecated }) => deprecated !== true)
  const scopes = Object.keys(components.securitySchemes.oauth.flows.clientCredentials.scopes)
  const types = await openapiTS(withoutFailures(given), { excludeDeprecated: true, defaultNonNullable: false })
  return [
    `// The typed client of the API, version ${info.version}, made from its OpenAPI document. It needs nothing but fetch.\n`,
    head,
    `const version = ${JSON.stringify(info.version)}\n`,
    `export type Scope =\n${scopes.map((scope) => `  | ${JSON.stringify(scope)}`).join('\n')}\n`,
    ...current.map(namesOf),
    '/** The API with one function for each operation. */',
    'export const createClient = (options: ClientOptions) => ({',
    ...current.filter(({ operationId }) => operationId !== 'issueOauthToken').map(functionOf),
    '})\n',
    astToString(types),
  ].join('\n')
}

/** Calls throw one type for every failure, so that types of each would only lengthen the file. */
function withoutFailures(given: Record<string, unknown>): OpenAPI3 {
  const document = structuredClone(given) as unknown as Document
  for (const described of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    described.responses = Object.fromEntries(
      Object.entries(described.responses).filter(([status]) => status.startsWith('2')),
    )
  return document as unknown as OpenAPI3
}

type Operation = Described & { path: string; method: string }

const typeName = ({ operationId }: Operation): string => `${operationId[0]!.toUpperCase()}${operationId.slice(1)}`

const ofInput = ({ parameters }: Operation): Described['parameters'] =>
  parameters.filter(({ in: place }) => place !== 'header')

const bodyOf = ({ requestBody }: Operation): { required?: string[] } | undefined =>
  requestBody?.content['application/json']?.schema

const takesInput = (operation: Operation): boolean => ofInput(operation).length > 0 || bodyOf(operation) !== undefined

/** Whether the function cannot be called without its input. */
const needsInput = (operation: Operation): boolean =>
  ofInput(operation).some(({ required }) => required) || (bodyOf(operation)?.required ?? []).length > 0

const namesOf = (operation: Operation): string =>
  [
    ...(takesInput(operation)
      ? [`export type ${typeName(operation)}Input = InputOf<operations['${operation.operationId}']>`]
      : []),
    `export type ${typeName(operation)}Answer = AnswerOf<operations['${operation.operationId}']>\n`,
  ].join('\n')

function functionOf(operation: Operation): string {
  const { operationId, method, path, summary } = operation
  const takes = takesInput(operation)
  const input = `input: ${typeName(operation)}Input${needsInput(operation) ? '' : ' = {}'}, `
  const answer = `${typeName(operation)}Answer`
  return [
    `  /** ${summary} */`,
    `  ${operationId}: (${takes ? input : ''}call: CallOptions = {}): Promise<${answer}> =>`,
    `    send<${answer}>(options, '${method}', '${path}', ${takes ? 'input' : '{}'}, call),`,
  ].join('\n')
}
