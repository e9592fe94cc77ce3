import { text } from 'node:stream/consumers'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { chooseKey, sealBody } from '#contract/core/seal-body.ts'
import type { ErrorAnswer } from '#contract/core/errors.ts'
import { isSealed, type WireAnswerOf, type Operation } from '#contract/core/operation.ts'
import { readOperatorHosts } from '#server/areas/branding/find-host.ts'
import { createCallLog } from '#server/areas/developers/call-log.ts'
import { startSession } from '#server/areas/sign-in/start-session.ts'
import { machineTime } from '../platform/clock.ts'
import { createApp, type AppOptions } from '../platform/http/app.ts'
import type { Limiter } from '../platform/http/limits.ts'
import { sealingKeysOf } from '../platform/http/sealing-keys.ts'
import { newToken } from '../platform/ids.ts'
import { routes, accessHooks, formPages, hooks, wellKnown } from '../routes.ts'
import type { TestUser } from './factories.ts'
import type { TestDatabase } from './harness.ts'
import { createTestPlatform, type TestPlatform } from './platform.ts'

export interface CallInput {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
}

export interface TestAnswer<O> {
  status: number
  /** Parsed JSON, also of an error; text if the response is not JSON. */
  body: WireAnswerOf<O> & Partial<Omit<ErrorAnswer, 'result' | 'status'>>
  headers: LightMyRequestResponse['headers']
  raw: LightMyRequestResponse
}

interface TestCaller {
  call<O extends Operation>(operation: O, input?: CallInput): Promise<TestAnswer<O>>
  /** Sends a custom request with the same session. */
  inject(request: InjectOptions): Promise<LightMyRequestResponse>
}

export interface TestApp {
  app: FastifyInstance
  platform: TestPlatform
  /** Logged calls of developers, which are written asynchronously. */
  callLog: ReturnType<typeof createCallLog>
  /** A caller signed in on their own host, with a confirmed identity. The session is created by the first call. */
  as(user: TestUser): TestCaller
  /** Drops the session that a test has ended, or all of them, so that the next call creates a new one. */
  forget(user?: TestUser): void
  /** Expires a user's confirmed identity. */
  forgetProof(user: TestUser): Promise<void>
  /** A caller who is not signed in, on a host. */
  anonymous(host?: string): TestCaller
  /** Seals a body for a call, as `{dt}` text. */
  seal(method: string, path: string, body: unknown): Promise<string>
  close(): Promise<void>
}

/** Disables rate limits, for tests that make thousands of calls. */
export const noLimits: Limiter = {
  count: async () => ({ count: 1_000, ends_ms: 60_000 }),
  countInShares: () => ({ count: 1_000, ends_ms: 60_000 }),
  occupy: async () => async () => {},
}

/** The whole HTTP layer in process, on a test's database. */
export async function createTestApp(
  db: TestDatabase,
  options: Partial<AppOptions> & NonNullable<Parameters<typeof createTestPlatform>[1]> = {},
): Promise<TestApp> {
  const { clock, env, identityPool, ...appOptions } = options
  const platform = await createTestPlatform(db, { clock, env, identityPool })
  const callLog = createCallLog(platform)
  const plenty = { count: 1_000_000, perSeconds: 60 }
  const app = await createApp(platform, {
    routes,
    hooks,
    wellKnown,
    formPages,
    accessHooks,
    callLog,
    readOperatorHosts: () => readOperatorHosts(platform),
    maxLag_ms: Infinity,
    generalLimits: { user: plenty, company: plenty },
    refusedLimit: plenty,
    ...appOptions,
  })
  await app.ready()
  const seal: TestApp['seal'] = async (method, path, body) => {
    const key = await chooseKey(await sealingKeysOf(platform).current())
    const now_ms = machineTime(platform.clock)
    return JSON.stringify({ dt: await sealBody(key, { method, path, body, now_ms, jti: newToken() }) })
  }
  const tokens = new Map<string, Promise<string>>()
  const tokenOf = (user: TestUser): Promise<string> => {
    const token = tokens.get(user.id)
    if (token) return token
    const person = { userId: user.id, rootId: user.rootId, kind: user.kind }
    const fresh = startSession(platform, person, user.host).then(async ({ sessionId, tokens: made }) => {
      await saveProof(db, sessionId, 'infinity')
      return made.access_token
    })
    tokens.set(user.id, fresh)
    return fresh
  }
  const callerWith = (host: string, authorize: () => Promise<Record<string, string>>): TestCaller => {
    const inject = async (request: InjectOptions): Promise<LightMyRequestResponse> =>
      app.inject({ ...request, headers: { host, ...(await authorize()), ...request.headers } })
    return { inject, call: (operation, input) => callWith(inject, seal, operation, input ?? {}) }
  }
  return {
    app,
    platform,
    callLog,
    seal,
    as: (user) => callerWith(user.host, async () => ({ authorization: `Bearer ${await tokenOf(user)}` })),
    forget: (user) => (user ? void tokens.delete(user.id) : tokens.clear()),
    async forgetProof(user) {
      await tokenOf(user)
      await db.adminPool.query('update session set proved_at = null where user_id = $1', [user.id])
    },
    anonymous: (host = 'acme.localhost') => callerWith(host, async () => ({})),
    close: async () => {
      await app.close()
      await platform.close()
    },
  }
}

const saveProof = (db: TestDatabase, sessionId: string, at: string): Promise<unknown> =>
  db.adminPool.query('update session set proved_at = $2 where id = $1', [sessionId, at])

async function callWith<O extends Operation>(
  inject: TestCaller['inject'],
  seal: TestApp['seal'],
  operation: O,
  input: CallInput,
): Promise<TestAnswer<O>> {
  const path = pathWith(operation, input.params ?? {})
  const query = new URLSearchParams(Object.entries(input.query ?? {}).map(([key, value]) => [key, String(value)]))
  const url = query.size > 0 ? `${path}?${query}` : path
  const request: InjectOptions = { method: operation.method, url, headers: { ...input.headers } }
  if (input.body !== undefined) {
    request.headers = { 'content-type': 'application/json', ...input.headers }
    request.payload = isSealed(operation) ? await seal(operation.method, path, input.body) : JSON.stringify(input.body)
  }
  const isStream = operation.transport === 'stream'
  const raw = await inject(isStream ? { ...request, payloadAsStream: true } : request)
  if (isStream && raw.statusCode === 200) {
    // A live stream never ends, so return its headers only; read raw.stream() for the rest.
    return { status: 200, body: '' as TestAnswer<O>['body'], headers: raw.headers, raw }
  }
  if (isStream) {
    const answer = JSON.parse(await text(raw.stream())) as TestAnswer<O>['body']
    return { status: raw.statusCode, body: answer, headers: raw.headers, raw }
  }
  const isJson = /^application\/(problem\+)?json/.test(String(raw.headers['content-type']))
  return {
    status: raw.statusCode,
    body: (isJson ? raw.json() : raw.payload) as TestAnswer<O>['body'],
    headers: raw.headers,
    raw,
  }
}

/** The path of an operation with its parameters filled in; missing ones become `all`. */
export const pathWith = (operation: Operation, params: Record<string, string>): string =>
  `/api${operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? 'all'))}`
