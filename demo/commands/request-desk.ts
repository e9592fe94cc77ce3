import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { deskHost } from '../world.ts'
import { loopbackAddress } from '#server/platform/loopback.ts'

/** Why a command failed, as a message for its user. */
export class Refusal extends Error {
  /** 1: the command failed. 2: its arguments were wrong. */
  readonly exitCode: 1 | 2
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

export interface Counts {
  /** The demo's time, in milliseconds since 1970. */
  now: number
  daysAhead: number
  /** Percent of the past that has been generated; null when complete. */
  history: number | null
  /** Whether the demo's past and all its people are generated: from then on only visitors change the world. */
  whole: boolean
  receiver_running: boolean
  /** Visits so far, counted by their final reason. */
  reasons: Record<string, number>
}

/** Sends a request to the desk of the program on this port. Uses node:http, which lets us set the Host header. */
export async function requestDesk(port: number, method: 'GET' | 'POST', path: string, form = ''): Promise<string> {
  const host = `${deskHost}:${port}`
  const headers = method === 'POST' ? { host, origin: `http://${host}` } : { host }
  const outgoing = request({ host: loopbackAddress, port, method, path, headers })
  outgoing.end(form)
  let answer: IncomingMessage
  try {
    ;[answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  } catch {
    throw new Refusal(`Nothing responds on port ${port}. Start the program with npm start, or set another PORT.`)
  }
  const body = await text(answer)
  const status = answer.statusCode ?? 0
  const isDesk = answer.headers['x-demo-desk'] !== undefined
  if (!isDesk) throw new Refusal(`The program on port ${port} is running without the demo world.`)
  if (status >= 400) throw new Refusal(body)
  return body
}

export const readCounts = async (port: number): Promise<Counts> =>
  JSON.parse(await requestDesk(port, 'GET', '/counts')) as Counts

/** Resolves when the demo's past and all its people exist. Throws on timeout, for instance if making them failed. */
export async function waitUntilFilled(port: number, within_ms = 3_600_000): Promise<void> {
  const isLate = AbortSignal.timeout(within_ms)
  while (!(await readCounts(port)).whole) {
    if (isLate.aborted) throw new Refusal(`The demo's history was not complete within ${within_ms} ms.`)
    await sleep(200)
  }
}
