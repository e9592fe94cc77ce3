/** The part of the typed client that is the same for every operation. What leaves it is code of whoever takes it. */
export const clientHead = (
  version: string,
): string => `// The typed client of the API, version ${version}, made from its OpenAPI document. It needs nothing but fetch: Node 20 or a browser.

export interface ClientOptions {
  /** Where the API answers, such as https://app.example.com. */
  origin: string
  /** A token, or what gets one: asked before each call, so that it may keep one for its fifteen minutes. */
  token: string | (() => string | Promise<string>)
  fetch?: typeof fetch
}

export interface CallOptions {
  /** Names a change, so that a repeated call has no second effect. Made for each call unless you name one. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** What a refused call is thrown as. Rely on \`problem.code\`: words may change. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
    /** Seconds after which to come again, where waiting helps. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(problem.detail)
  }
}

interface Input {
  params?: object
  query?: object
  body?: unknown
}

async function send<Answer>(
  options: ClientOptions,
  method: string,
  path: string,
  { params, query, body }: Input,
  { idempotencyKey, signal }: CallOptions,
): Promise<Answer> {
  const values = new Map<string, unknown>(Object.entries(params ?? {}))
  const filled = path.replace(/\\{(\\w+)\\}/g, (_all, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  const token = typeof options.token === 'string' ? options.token : await options.token()
  const headers: Record<string, string> = { authorization: \`Bearer \${token}\`, '${'api-version'}': version }
  if (method !== 'GET') headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID()
  if (body !== undefined) headers['content-type'] = 'application/json'
  const response = await (options.fetch ?? fetch)(
    \`\${options.origin}\${filled}\${search.size > 0 ? \`?\${search}\` : ''}\`,
    { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }), ...(signal && { signal }) },
  )
  return readAnswer<Answer>(response)
}

async function readAnswer<Answer>(response: Response): Promise<Answer> {
  if (response.ok) return (await response.json()) as Answer
  const text = await response.text()
  const wait = Number(response.headers.get('retry-after') ?? 'none')
  throw new ApiError(response.status, problemIn(text, response.status), Number.isNaN(wait) ? null : wait)
}

/** What stands in front of the API may answer without a problem. */
function problemIn(text: string, status: number): Problem {
  try {
    const found = JSON.parse(text) as Partial<Problem>
    return { type: 'about:blank', title: '', detail: \`Status \${status}\`, code: 'unknown', request_id: '', ...found, status }
  } catch {
    return { type: 'about:blank', title: '', detail: \`Status \${status}\`, code: 'unknown', request_id: '', status }
  }
}

export interface TokenOptions {
  origin: string
  clientId: string
  clientSecret: string
  /** All that read where nothing is named. */
  scopes?: readonly Scope[]
  fetch?: typeof fetch
}

/** A token of fifteen minutes (OAuth 2.0 client credentials). */
export async function requestToken(options: TokenOptions): Promise<IssueOauthTokenAnswer> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: options.clientId,
    client_secret: options.clientSecret,
    ...(options.scopes && { scope: options.scopes.join(' ') }),
  })
  const address = \`\${options.origin}/api/v1/developer/oauth/token\`
  return readAnswer(await (options.fetch ?? fetch)(address, { method: 'POST', body: form }))
}

/** Every row of a list, page after page: \`for await (const lead of everyRow((query) => api.listDeveloperLeads({ query })))\`. */
export async function* everyRow<Row>(
  read: (query: { cursor?: string }) => Promise<{ data: Row[]; next_cursor: string | null }>,
): AsyncGenerator<Row> {
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page: { data: Row[]; next_cursor: string | null } = await read(cursor === undefined ? {} : { cursor })
    yield* page.data
    cursor = page.next_cursor
  }
}
`
