import type { Operation } from '#contract/core/operation.ts'
import { issueOauthToken } from '#contract/developers/oauth.ts'
import type { ExampleInput } from './example-inputs.ts'

/** OpenAPI's `x-codeSamples`: one runnable example in one language. */
export interface Sample {
  lang: 'Shell' | 'TypeScript' | 'Python'
  label: string
  source: string
}

/**
 * An operation as a call in three languages. The token comes from the environment, so that nobody pastes one into a
 * file; the key and its secret do, too, where a token is requested.
 */
export function samplesOf(operation: Operation, input: ExampleInput, origin: string): Sample[] {
  const isToken = operation.name === issueOauthToken.name
  return [
    { lang: 'Shell', label: 'curl', source: isToken ? curlOfToken(origin) : curlOf(operation, input, origin) },
    {
      lang: 'TypeScript',
      label: 'TypeScript',
      source: isToken ? typeScriptOfToken(origin) : typeScriptOf(operation, input, origin),
    },
    { lang: 'Python', label: 'Python', source: isToken ? pythonOfToken(origin) : pythonOf(operation, input, origin) },
  ]
}

function addressOf({ path }: Operation, { params, query }: ExampleInput, origin: string): string {
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]))
  return `${origin}/api${filledPath}${search.size > 0 ? `?${search}` : ''}`
}

/** Whether the call takes an idempotency key. */
const isRepeatable = ({ style, method }: Operation): boolean => style === 'developer' && method !== 'GET'

/** Within single quotes of a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function curlOf(operation: Operation, input: ExampleInput, origin: string): string {
  const { method, name } = operation
  return [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}${quote(addressOf(operation, input, origin))}`,
    '-H "Authorization: Bearer $API_TOKEN"',
    ...(isRepeatable(operation) ? [`-H 'Idempotency-Key: example-${name}'`] : []),
    ...(input.body ? ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(input.body))}`] : []),
  ].join(' \\\n  ')
}

const curlOfToken = (origin: string): string =>
  [
    `curl -sS ${quote(`${origin}/api${issueOauthToken.path}`)}`,
    '-u "$CLIENT_ID:$CLIENT_SECRET"',
    "-d 'grant_type=client_credentials'",
  ].join(' \\\n  ')

/** From the reader's environment, not from ours. */
const variable = (name: string): string => `${'process'}.env['${name}'] ?? ''`

const typeScriptHead = (origin: string): string[] => [
  "import { createClient } from './api-client.ts'",
  '',
  'const api = createClient({',
  `  origin: ${JSON.stringify(origin)},`,
]

function typeScriptOf(operation: Operation, { params, query, body }: ExampleInput, origin: string): string {
  const parts = { ...(params && { params }), ...(query && { query }), ...(body && { body }) }
  const argument = Object.keys(parts).length > 0 ? JSON.stringify(parts, null, 2) : ''
  const head = [...typeScriptHead(origin), `  token: ${variable('API_TOKEN')},`, '})', '']
  return [...head, `const answer = await api.${operation.name}(${argument})`, 'console.log(answer)'].join('\n')
}

const typeScriptOfToken = (origin: string): string =>
  [
    "import { requestToken } from './api-client.ts'",
    '',
    'const answer = await requestToken({',
    `  origin: ${JSON.stringify(origin)},`,
    `  clientId: ${variable('CLIENT_ID')},`,
    `  clientSecret: ${variable('CLIENT_SECRET')},`,
    '})',
    'console.log(answer)',
  ].join('\n')

/** JSON as Python writes it. Examples hold strings, numbers, lists and booleans. */
const pythonText = (value: unknown): string => {
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null) return 'None'
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${pythonText(one)}`)
    .join(', ')}}`
}

function pythonOf(operation: Operation, input: ExampleInput, origin: string): string {
  const { method, name } = operation
  const headers = [
    `"Authorization": "Bearer " + os.environ["API_TOKEN"],`,
    ...(isRepeatable(operation) ? [`"Idempotency-Key": "example-${name}",`] : []),
    ...(input.body ? ['"Content-Type": "application/json",'] : []),
  ]
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(addressOf(operation, input, origin))},`,
    `    method="${method}",`,
    '    headers={',
    ...headers.map((header) => `        ${header}`),
    '    },',
    ...(input.body ? [`    data=json.dumps(${pythonText(input.body)}).encode(),`] : []),
    ')',
    'with urllib.request.urlopen(request) as answer:',
    '    print(json.load(answer))',
  ].join('\n')
}

const pythonOfToken = (origin: string): string =>
  [
    'import json, os, urllib.parse, urllib.request',
    '',
    'form = {',
    '    "grant_type": "client_credentials",',
    '    "client_id": os.environ["CLIENT_ID"],',
    '    "client_secret": os.environ["CLIENT_SECRET"],',
    '}',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(`${origin}/api${issueOauthToken.path}`)},`,
    '    data=urllib.parse.urlencode(form).encode(),',
    ')',
    'with urllib.request.urlopen(request) as answer:',
    '    print(json.load(answer))',
  ].join('\n')
