import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PublicSealingKey } from '#contract/core/seal-body.ts'
import { chooseKey, sealBody } from '#contract/core/seal-body.ts'
import type { Operation } from '#contract/core/operation.ts'
import { login } from '#contract/sign-in/session.ts'
import { newToken } from '#server/platform/ids.ts'
import { demoPassword, type DemoUser } from '../world.ts'
import { loopbackAddress } from '#server/platform/loopback.ts'

export interface HostAndPort {
  host: string
  port: number
}

/** Who signs in, and the headers of the browser that requests it. */
type Person = Pick<DemoUser, 'email'>
type Asking = Pick<IncomingMessage, 'headers'>
type Headers = Record<string, string>

/** The program's response, for the browser that sent the click. */
interface Answer {
  status: number
  body: unknown
  cookies: string[]
}

async function ask(
  { host, port }: HostAndPort,
  path: string,
  sent?: { method: string; text: string; headers: Headers },
): Promise<Answer> {
  const outgoing = request({
    host: loopbackAddress,
    port,
    path,
    method: sent?.method ?? 'GET',
    headers: {
      host: `${host}:${port}`,
      ...(sent && { 'content-type': 'application/json', origin: `http://${host}:${port}`, ...sent.headers }),
    },
  })
  outgoing.end(sent?.text)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, body: await json(answer), cookies: answer.headers['set-cookie'] ?? [] }
}

/**
 * Calls one of the program's operations, with the body sealed as its pages do. A busy program that gets no connection to
 * its database answers 503 and has done nothing, so the call is repeated, sealed anew.
 */
export async function callSealed(...call: Parameters<typeof callOnce>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await callOnce(...call)
    if (answer.status !== 503 || tries === maxTries) return answer
    await sleep(1_000)
  }
}
const maxTries = 5

async function callOnce(
  door: HostAndPort,
  { method, path: short }: Pick<Operation, 'method' | 'path'>,
  body: Record<string, unknown>,
  headers: Headers,
  now_ms: number,
): Promise<Answer> {
  const keyAnswer = await ask(door, '/api/keys')
  if (keyAnswer.status !== 200) return keyAnswer
  const path = `/api${short}`
  const key = await chooseKey((keyAnswer.body as { keys: PublicSealingKey[] }).keys)
  const dt = await sealBody(key, { method, path, body, now_ms, jti: newToken() })
  return ask(door, path, { method, text: JSON.stringify({ dt }), headers })
}

/**
 * Signs in a demo person as their browser would: through the program's own operation with the shared demo password, so
 * that all of its checks apply, including rate limits and the second factor.
 */
export function logIn(door: HostAndPort, { email }: Person, from: Asking, now_ms: number): Promise<Answer> {
  const headers = {
    cookie: from.headers.cookie ?? '',
    'user-agent': from.headers['user-agent'] ?? '',
    'accept-language': from.headers['accept-language'] ?? '',
  }
  return callSealed(door, login, { username: email, password: demoPassword }, headers, now_ms)
}
