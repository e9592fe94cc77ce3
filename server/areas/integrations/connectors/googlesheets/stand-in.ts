import { createHash } from 'node:crypto'
import { z } from 'zod'
import { newToken } from '#server/platform/ids.ts'
import { startStandIn, type DemoStandIn, type ReceivedRequest, type StandIn, type StubResponse } from '../stand-in.ts'

interface Book {
  id: string
  title: string
  tab: string
  /** As wide as the tab is; nothing is written beyond. */
  columns: number
  rows: string[][]
  struck: Set<number>
  editors: Set<string>
  readers: Set<string>
}

export interface GoogleStandIn extends StandIn {
  books: Map<string, Book>
  revoke(): void
  expire(): void
  refreshes(): number
  /** Whether access was revoked. */
  isRevoked(): boolean
  /** The granted scope; users may uncheck scopes at consent. */
  grant: { scope: string }
}

const googleApp = { id: 'google-app', secret: 'google-secret' }

/** The environment variables that point a program to this stand-in. */
export const googleEnv = (url: string) => ({
  GOOGLE_CLIENT_ID: googleApp.id,
  GOOGLE_CLIENT_SECRET: googleApp.secret,
  GOOGLE_AUTHORIZE_URL: `${url}/auth`,
  GOOGLE_TOKEN_URL: `${url}/token`,
  GOOGLE_REVOKE_URL: `${url}/revoke`,
  GOOGLE_SHEETS_URL: url,
  GOOGLE_DRIVE_URL: `${url}/drive/v3`,
})
const driveFile = 'https://www.googleapis.com/auth/drive.file'
const sheetId = 77

interface State {
  now: () => number
  url: string
  codes: Map<string, string>
  access: { token: string; expires_ms: number } | null
  refresh: string | null
  refreshes: number
  isRevoked: boolean
  grant: { scope: string }
  books: Map<string, Book>
}

const error = (status: number, code: string, message: string): StubResponse => ({
  status,
  body: { error: { code: status, status: code, message } },
})
const cell = z.union([z.string(), z.null()])
const valueBody = z.strictObject({ majorDimension: z.literal('ROWS'), values: z.array(z.array(cell)).min(1) })

/** Google: consent with PKCE, tokens, sheets that the app created, and sharing. */
export async function startGoogle(now: () => number, options: { port?: number } = {}): Promise<GoogleStandIn> {
  const state: State = {
    now,
    url: '',
    codes: new Map(),
    access: null,
    refresh: null,
    refreshes: 0,
    isRevoked: false,
    grant: { scope: driveFile },
    books: new Map(),
  }
  const standIn = await startStandIn((request) => answer(state, request), options)
  state.url = standIn.url
  return Object.assign(standIn, {
    books: state.books,
    grant: state.grant,
    revoke: () => void Object.assign(state, { access: null, refresh: null }),
    expire: () => void (state.access = null),
    refreshes: () => state.refreshes,
    isRevoked: () => state.isRevoked,
  })
}

function answer(state: State, request: ReceivedRequest): StubResponse {
  const path = `${request.method} ${request.url.pathname}`
  if (path === 'GET /auth') return consent(state, request)
  if (path === 'POST /token') return token(state, new URLSearchParams(request.text))
  if (path === 'POST /revoke') return revoke(state, request)
  const bearer = (request.headers.authorization ?? '').replace(/^Bearer /, '')
  if (!state.access || bearer !== state.access.token || state.access.expires_ms <= state.now())
    return error(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
  if (path === 'GET /drive/v3/about') return { status: 200, body: { user: { emailAddress: 'sheets@plumbright.test' } } }
  const sharing = /^POST \/drive\/v3\/files\/([^/]+)\/permissions$/.exec(path)
  if (sharing) return share(state, request, sharing[1]!)
  const [, verb, file, permission] =
    /^(GET|PATCH|DELETE) \/drive\/v3\/files\/([^/]+)\/permissions(?:\/(.+))?$/.exec(path) ?? []
  if (file !== undefined) return permissions(state, request, { verb: verb!, file, permission })
  if (path === 'POST /v4/spreadsheets') return create(state, request)
  const [, id, rest] = /^\w+ \/v4\/spreadsheets\/([^/:]+)(.*)$/.exec(path) ?? []
  const book = state.books.get(id ?? '')
  if (!book) return error(404, 'NOT_FOUND', 'Requested entity was not found.')
  return ofBook(book, request, rest ?? '')
}

function consent(state: State, { url }: ReceivedRequest): StubResponse {
  const ask = url.searchParams
  if (ask.get('client_id') !== googleApp.id || ask.get('access_type') !== 'offline' || ask.get('prompt') !== 'consent')
    return error(400, 'INVALID_ARGUMENT', 'bad request')
  const code = newToken()
  state.codes.set(code, ask.get('code_challenge') ?? '')
  const back = new URL(ask.get('redirect_uri') ?? '')
  back.searchParams.set('code', code)
  back.searchParams.set('state', ask.get('state') ?? '')
  return { status: 302, headers: { location: back.href } }
}

const deadGrant: StubResponse = {
  status: 400,
  body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
}

function token(state: State, form: URLSearchParams): StubResponse {
  if (form.get('client_id') !== googleApp.id || form.get('client_secret') !== googleApp.secret)
    return { status: 401, body: { error: 'invalid_client' } }
  const isFirst = form.get('grant_type') === 'authorization_code'
  if (isFirst) {
    const challenge = state.codes.get(form.get('code') ?? '')
    state.codes.delete(form.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (challenge === undefined || challenge !== verifier) return deadGrant
    state.refresh = newToken()
    state.isRevoked = false
  } else {
    if (state.refresh === null || form.get('refresh_token') !== state.refresh) return deadGrant
    state.refreshes++
  }
  state.access = { token: newToken(), expires_ms: state.now() + 3_599_000 }
  return {
    status: 200,
    body: {
      access_token: state.access.token,
      expires_in: 3_599,
      token_type: 'Bearer',
      scope: state.grant.scope,
      ...(isFirst && { refresh_token: state.refresh }),
    },
  }
}

function revoke(state: State, { url }: ReceivedRequest): StubResponse {
  if (url.searchParams.get('token') !== state.refresh) return { status: 400, body: { error: 'invalid_token' } }
  Object.assign(state, { access: null, refresh: null, isRevoked: true })
  return { status: 200, body: {} }
}

function create(state: State, { json }: ReceivedRequest): StubResponse {
  const body = z
    .object({
      properties: z.object({ title: z.string() }),
      sheets: z.array(z.object({ properties: z.object({ title: z.string() }) })),
    })
    .parse(json)
  const id = newToken().slice(0, 20)
  const tab = body.sheets[0]!.properties.title
  state.books.set(id, {
    id,
    title: body.properties.title,
    tab,
    columns: 26,
    rows: [],
    struck: new Set(),
    editors: new Set(),
    readers: new Set(),
  })
  return {
    status: 200,
    body: {
      spreadsheetId: id,
      spreadsheetUrl: `${state.url}/book/${id}`,
      sheets: [{ properties: { sheetId, title: tab } }],
    },
  }
}

function share(state: State, { json }: ReceivedRequest, id: string): StubResponse {
  const { emailAddress, role } = z
    .strictObject({ role: z.enum(['writer', 'reader']), type: z.literal('user'), emailAddress: z.string() })
    .parse(json)
  const book = state.books.get(id)
  if (!book) return error(404, 'NOT_FOUND', 'File not found.')
  put(book, emailAddress, role)
  return { status: 200, body: { id: 'permission' } }
}

/** Gives somebody a role, or none. */
function put(book: Book, address: string, role: 'writer' | 'reader' | null): void {
  book.editors.delete(address)
  book.readers.delete(address)
  if (role !== null) (role === 'writer' ? book.editors : book.readers).add(address)
}

/** A file's permissions, one per page; email addresses are included only if requested. */
function permissions(
  state: State,
  { url, json }: ReceivedRequest,
  { verb, file, permission }: { verb: string; file: string; permission: string | undefined },
): StubResponse {
  const book = state.books.get(file)
  if (!book) return error(404, 'NOT_FOUND', 'File not found.')
  const idOf = (address: string): string => Buffer.from(address).toString('hex')
  const people = [...book.editors, ...book.readers]
  if (verb !== 'GET') {
    const role = verb === 'DELETE' ? null : z.strictObject({ role: z.enum(['writer', 'reader']) }).parse(json).role
    for (const address of people) if (idOf(address) === permission) put(book, address, role)
    return verb === 'DELETE' ? { status: 204 } : { status: 200, body: { id: permission } }
  }
  const isAsked = url.searchParams.get('fields')?.includes('emailAddress') ?? false
  const all = [
    { id: 'owner', role: 'owner', ...(isAsked && { emailAddress: 'sheets@plumbright.test' }) },
    ...people.map((one) => ({
      id: idOf(one),
      role: book.editors.has(one) ? 'writer' : 'reader',
      ...(isAsked && { emailAddress: one }),
    })),
  ]
  const at = Number(url.searchParams.get('pageToken') ?? 0)
  const more = at + 1 < all.length && { nextPageToken: String(at + 1) }
  return { status: 200, body: { permissions: all.slice(at, at + 1), ...more } }
}

/** Parses `A2:C9`, `A2:A`, `1:1` or `A1` with a tab into 1-based numbers. */
function cellsOf(book: Book, text: string): { column: number; row: number } | null {
  const [, tab, cells] = /^'((?:[^']|'')*)'!(.+)$/.exec(decodeURIComponent(text)) ?? []
  if (tab?.replaceAll("''", "'") !== book.tab) return null
  const [, letters = '', row = '1'] = /^([A-Z]*)(\d*)/.exec(cells!)!
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.codePointAt(0)! - 64, 0)
  return { column: column || 1, row: Number(row || 1) }
}

const propertiesOf = ({ tab, columns }: Book) => ({
  sheetId,
  title: tab,
  gridProperties: { rowCount: 1_000, columnCount: columns },
})

const longest = (rows: readonly (readonly unknown[])[]): number => Math.max(...rows.map(({ length }) => length))

const beyondGrid = ({ columns }: Book): StubResponse =>
  error(400, 'INVALID_ARGUMENT', `Range exceeds grid limits. Max rows: 1000, max columns: ${columns}`)

function ofBook(book: Book, request: ReceivedRequest, rest: string): StubResponse {
  if (rest === '' && request.method === 'GET')
    return { status: 200, body: { spreadsheetId: book.id, sheets: [{ properties: propertiesOf(book) }] } }
  if (rest === ':batchUpdate') return update(book, request)
  const [, range = '', verb] = /^\/values\/([^:]+(?::[^:a-z]*)?)(?::(clear))?$/.exec(decodeURIComponent(rest)) ?? []
  const cells = cellsOf(book, range)
  if (!cells) return error(400, 'INVALID_ARGUMENT', `Unable to parse range: ${range}`)
  if (verb === 'clear') {
    book.rows = []
    return { status: 200, body: {} }
  }
  if (request.method === 'GET') return readValues(book, range, cells)
  if (request.url.searchParams.get('valueInputOption') !== 'RAW') return error(400, 'INVALID_ARGUMENT', 'not raw')
  const { values } = valueBody.parse(request.json)
  if (cells.column - 1 + longest(values) > book.columns) return beyondGrid(book)
  write(book, cells, values)
  return { status: 200, body: { spreadsheetId: book.id, updates: { updatedRows: values.length } } }
}

function readValues(book: Book, range: string, cells: { column: number; row: number }): StubResponse {
  if (range.endsWith('!1:1')) return { status: 200, body: book.rows[0]?.length ? { values: [book.rows[0]] } : {} }
  const column = book.rows.slice(cells.row - 1).map((row) => [row[cells.column - 1] ?? ''])
  return { status: 200, body: { values: column } }
}

/** Null leaves a cell unchanged. */
function write(
  book: Book,
  from: { column: number; row: number },
  values: readonly (readonly (string | null)[])[],
): void {
  for (const [down, cells] of values.entries()) {
    const at = from.row - 1 + down
    while (book.rows.length <= at) book.rows.push([])
    for (const [columnOffset, value] of cells.entries()) {
      const row = book.rows[at]!
      while (row.length < from.column + columnOffset) row.push('')
      if (value !== null) row[from.column - 1 + columnOffset] = value
    }
  }
}

const struck = z.object({ startRowIndex: z.number(), endRowIndex: z.number(), sheetId: z.literal(sheetId) })
/** An empty cell has no value. Text is always text, because formulas have their own key. */
const appendedCell = z.strictObject({ userEnteredValue: z.strictObject({ stringValue: z.string() }).optional() })
const change = z.union([
  z.strictObject({ repeatCell: z.object({ range: struck }).loose() }),
  z.strictObject({
    appendCells: z.strictObject({
      sheetId: z.literal(sheetId),
      rows: z.array(z.strictObject({ values: z.array(appendedCell) })).min(1),
      fields: z.literal('userEnteredValue'),
    }),
  }),
  z.strictObject({
    appendDimension: z.strictObject({
      sheetId: z.literal(sheetId),
      dimension: z.literal('COLUMNS'),
      length: z.int().positive(),
    }),
  }),
])

function update(book: Book, { json }: ReceivedRequest): StubResponse {
  for (const one of z.object({ requests: z.array(change) }).parse(json).requests)
    if ('repeatCell' in one) book.struck.add(one.repeatCell.range.startRowIndex + 1)
    else if ('appendDimension' in one) book.columns += one.appendDimension.length
    else if (longest(one.appendCells.rows.map(({ values }) => values)) > book.columns) return beyondGrid(book)
    else append(book, one.appendCells.rows)
  return { status: 200, body: { spreadsheetId: book.id, replies: [{}] } }
}

/** Below the last row with content, starting at the first column. */
function append(book: Book, rows: readonly { values: readonly z.output<typeof appendedCell>[] }[]): void {
  const last = book.rows.findLastIndex((row) => row.some((text) => text !== ''))
  const texts = rows.map(({ values }) => values.map(({ userEnteredValue }) => userEnteredValue?.stringValue ?? null))
  write(book, { column: 1, row: last + 2 }, texts)
}

declare module '../stand-in.ts' {
  interface StandIns {
    googlesheets: GoogleStandIn
  }
}

export async function startDemo(now: () => number): Promise<DemoStandIn<GoogleStandIn>> {
  const standIn = await startGoogle(now)
  return {
    standIn,
    settings: googleEnv(standIn.url),
    paste: {},
    held: () => [...standIn.books.values()].flatMap(({ rows }) => rows.flat()).filter((one) => one.includes('@')),
  }
}
