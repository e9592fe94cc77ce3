import { connect, type Socket } from 'node:net'
import { quantile } from '../support/figures.ts'

export interface LoadJob {
  port: number
  /** Requests as text, asked in an order of their own by each connection. */
  requests: string[]
  connections: number
  warmUp_ms: number
  measure_ms: number
}

export interface LoadResult {
  perSecond: number
  p50_ms: number
  p99_ms: number
  max_ms: number
  failed: number
  /** The first answer that was not 200, for whoever looks for its cause. */
  firstFailure?: string
}

/** Asks on so many connections, each its next request when the last is answered whole. */
export async function load(job: LoadJob): Promise<LoadResult> {
  const latencies = new Float64Array(Math.ceil((job.measure_ms / 1000) * 100_000))
  let measured = 0
  let failed = 0
  let firstFailure: string | undefined
  const from = performance.now() + job.warmUp_ms
  const until = from + job.measure_ms
  const lane = (socket: Socket, number: number): Promise<void> =>
    new Promise((resolve, reject) => {
      // Steps of a prime length: each connection goes through all requests, and no two in the same order.
      let at = (number * 7_919) % job.requests.length
      let sent = 0
      let answer: Buffer = Buffer.alloc(0)
      const send = (): void => {
        at = (at + 104_729) % job.requests.length
        sent = performance.now()
        socket.write(job.requests[at]!)
      }
      socket.on('data', (chunk: Buffer) => {
        answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk])
        if (!isWhole(answer)) return
        const now = performance.now()
        if (answer.toString('latin1', 9, 12) !== '200') {
          failed++
          firstFailure ??= answer.toString('utf8')
        }
        answer = Buffer.alloc(0)
        if (sent >= from && now <= until) latencies[measured++] = now - sent
        if (now < until) send()
        else {
          socket.end()
          resolve()
        }
      })
      socket.on('error', reject)
      send()
    })
  const sockets = await Promise.all(Array.from({ length: job.connections }, () => open(job.port)))
  await Promise.all(sockets.map(lane))
  const sorted = latencies.subarray(0, measured)
  return {
    perSecond: Math.round((measured / job.measure_ms) * 1000),
    p50_ms: quantile(sorted, 0.5),
    p99_ms: quantile(sorted, 0.99),
    max_ms: sorted.at(-1) ?? 0,
    failed,
    firstFailure,
  }
}

const lengthName = Buffer.from('content-length: ')

function isWhole(answer: Buffer): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return false
  const at = answer.indexOf(lengthName)
  return (
    at > 0 && at < end && answer.length >= end + 4 + Number.parseInt(answer.toString('latin1', at + 16, at + 26), 10)
  )
}

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.setNoDelay(true)
      resolve(socket)
    })
    socket.on('error', reject)
  })
