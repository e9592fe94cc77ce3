import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { deskHost } from '../world.ts'

/** What a command cannot do, in words for its user. */
export class Refusal extends Error {
  /** 1: it could not be done. 2: it was not asked for rightly. */
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
  /** Percent of the past that is made; null when all of it is. */
  history: number | null
  /** Whether the demo's past and all its persons are made: from then on only visitors change the world. */
  whole: boolean
  receiver_running: boolean
  /** Visits so far, by the reason at which they ended. */
  reasons: Record<string, number>
}

/** Asks the desk of the program that runs on this port. Goes by node:http, which lets us name the desk's host. */
export async function askDesk(port: number, method: 'GET' | 'POST', path: string, form = ''): Promise<string> {
  const host = `${deskHost}:${port}`
  const headers = method === 'POST' ? { host, origin: `http://${host}` } : { host }
  const asked = request({ host: '127.0.0.1', port, method, path, headers })
  asked.end(form)
  let answer: IncomingMessage
  try {
    ;[answer] = (await once(asked, 'response')) as [IncomingMessage]
  } catch {
    throw new Refusal(`Nothing answers on port ${port}. Start the program with npm start; PORT names another port.`)
  }
  const body = await text(answer)
  const status = answer.statusCode ?? 0
  const isDesk = answer.headers['x-demo-desk'] !== undefined
  if (!isDesk) throw new Refusal(`The program on port ${port} runs without the demo world.`)
  if (status >= 400) throw new Refusal(body)
  return body
}

export const readCounts = async (port: number): Promise<Counts> =>
  JSON.parse(await askDesk(port, 'GET', '/counts')) as Counts

/** Resolves when the demo's past and all its persons are made; throws when that is not so in time, as where a part of them failed. */
export async function waitUntilWhole(port: number, within_ms = 3_600_000): Promise<void> {
  const isLate = AbortSignal.timeout(within_ms)
  while (!(await readCounts(port)).whole) {
    if (isLate.aborted) throw new Refusal(`The demo's past was not made within ${within_ms} ms.`)
    await sleep(200)
  }
}
