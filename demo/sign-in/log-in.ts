import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type { PublicSealingKey } from '#contract/core/seal-body.ts'
import { chooseKey, sealBody } from '#contract/core/seal-body.ts'
import { login } from '#contract/sign-in/session.ts'
import { newToken } from '#server/platform/ids.ts'
import { demoPassword, type DemoUser } from '../world.ts'

export interface Door {
  host: string
  port: number
}

/** What the program answered to a sign-in, for the browser that asked by its click. */
export interface LoggedIn {
  status: number
  body: unknown
  cookies: string[]
}

async function ask({ host, port }: Door, path: string, sent?: { text: string; from: IncomingMessage }) {
  const asked = request({
    host: '127.0.0.1',
    port,
    path,
    method: sent ? 'POST' : 'GET',
    headers: {
      host: `${host}:${port}`,
      ...(sent && {
        'content-type': 'application/json',
        origin: `http://${host}:${port}`,
        cookie: sent.from.headers.cookie ?? '',
        'user-agent': sent.from.headers['user-agent'] ?? '',
        'accept-language': sent.from.headers['accept-language'] ?? '',
      }),
    },
  })
  asked.end(sent?.text)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { answer, body: await json(answer) }
}

/**
 * Signs a person of the demo in as their browser would: by the program's own call with the password that everybody knows, so
 * that all of its checks hold, limits and the second factor too.
 */
export async function logIn(door: Door, user: DemoUser, from: IncomingMessage, now_ms: number): Promise<LoggedIn> {
  const { body: found } = await ask(door, '/api/keys')
  const path = `/api${login.path}`
  const body = { username: user.email, password: demoPassword }
  const key = await chooseKey((found as { keys: PublicSealingKey[] }).keys)
  const dt = await sealBody(key, { method: login.method, path, body, now_ms, jti: newToken() })
  const { answer, body: said } = await ask(door, path, { text: JSON.stringify({ dt }), from })
  return { status: answer.statusCode ?? 0, body: said, cookies: answer.headers['set-cookie'] ?? [] }
}
