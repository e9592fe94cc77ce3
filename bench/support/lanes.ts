import { connect, type Socket } from 'node:net'
import { quantile } from './figures.ts'

export interface LanesJob {
  port: number
  connections: number
  warmUp_ms: number
  measure_ms: number
}

/** What one connection sends and receives. */
export interface Lane {
  next(): string | Uint8Array
  /** Takes received bytes; returns true once a response is complete. */
  hear(chunk: Buffer): boolean
}

export interface LaneFigures {
  perSecond: number
  p50_ms: number
  p99_ms: number
  max_ms: number
}

/**
 * Keeps this many connections busy, each sending its next request after a complete response, and measures from the
 * first byte sent to the response. Ends when all requests have one. No server reaches `maxPerSecond`.
 */
export async function runLanes(
  { port, connections, warmUp_ms, measure_ms }: LanesJob,
  maxPerSecond: number,
  laneOf: (number: number) => Lane,
): Promise<LaneFigures> {
  const latencies = new Float64Array(Math.ceil((measure_ms / 1000) * maxPerSecond))
  let count = 0
  const from = performance.now() + warmUp_ms
  const until = from + measure_ms
  const run = (socket: Socket, { next, hear }: Lane): Promise<void> =>
    new Promise((resolve, reject) => {
      let start_ms = 0
      const send = (): void => {
        const request = next()
        start_ms = performance.now()
        socket.write(request)
      }
      socket.on('data', (chunk: Buffer) => {
        const now = performance.now()
        if (!hear(chunk)) return
        if (start_ms >= from && now <= until) latencies[count++] = now - start_ms
        if (now < until) send()
        else {
          socket.end()
          resolve()
        }
      })
      socket.on('error', reject)
      send()
    })
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  await Promise.all(sockets.map((socket, number) => run(socket, laneOf(number))))
  const measurements = latencies.subarray(0, count)
  return {
    perSecond: Math.round((count / measure_ms) * 1000),
    p50_ms: quantile(measurements, 0.5),
    p99_ms: quantile(measurements, 0.99),
    max_ms: measurements.at(-1) ?? 0,
  }
}

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.setNoDelay(true)
      resolve(socket)
    })
    socket.on('error', reject)
  })
