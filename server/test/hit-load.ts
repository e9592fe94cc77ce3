import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface HitLoad {
  /** Ids of hits that the server acknowledged. */
  acknowledged: Set<string>
  /** Other responses, counted by status; 0 means that the connection was refused or cut. */
  refusals: Map<number, number>
  /** Waits until a hit sent from now on is acknowledged. Throws after `within_ms`. */
  untilAcknowledged(within_ms: number): Promise<void>
  /** Waits until every hit in flight is acknowledged, then ends. */
  stop(): Promise<void>
}

const pause_ms = 25

/**
 * Sends hits on this many lanes as the pixel does: retries the same body with the same id until it is acknowledged.
 * `make` returns the next hit.
 */
export function startHitLoad(port: number, lanes: number, make: () => { i: string }): HitLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const hitIds = new Set<string>()
  const refusals = new Map<number, number>()
  let running = true

  const runLane = async (): Promise<void> => {
    while (running) {
      const hit = make()
      const body = JSON.stringify(hit)
      for (;;) {
        const status = await post(agent, port, body)
        if (status === 204) break
        refusals.set(status, (refusals.get(status) ?? 0) + 1)
        await sleep(pause_ms)
      }
      hitIds.add(hit.i)
    }
  }
  const all = Promise.all(Array.from({ length: lanes }, runLane))
  return {
    acknowledged: hitIds,
    refusals,
    async untilAcknowledged(within_ms) {
      // Each lane may have a hit in flight already.
      const target = hitIds.size + lanes + 1
      const deadline_ms = performance.now() + within_ms
      while (hitIds.size < target) {
        if (performance.now() > deadline_ms) throw new Error(`nothing was acknowledged within ${within_ms} ms`)
        await sleep(5)
      }
    },
    async stop() {
      running = false
      await all
      agent.destroy()
    },
  }
}

const post = (agent: Agent, port: number, body: string): Promise<number> =>
  new Promise((resolve) => {
    const headers = {
      'content-type': 'text/plain',
      origin: 'https://shop.example',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    }
    const call = request(
      { agent, host: '127.0.0.1', port, path: '/collect', method: 'POST', headers, timeout: 10_000 },
      (response) => {
        response.resume()
        response.on('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0))
      },
    )
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(0))
    call.end(body)
  })
