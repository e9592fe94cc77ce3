import { appendFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { quantile } from '../support/figures.ts'
import { createRequest } from './hits.ts'

export interface LoadJob {
  port: number
  key: string
  connections: number
  warmUp_ms: number
  measure_ms: number
  /** Where the ids of acknowledged hits are appended, one a line. */
  acknowledgedFile: string
}

export interface LoadResult {
  perSecond: number
  p50_ms: number
  p99_ms: number
  max_ms: number
  acknowledged: number
  refused: number
}

const endOfHead = Buffer.from('\r\n\r\n')

/**
 * Sends hits on so many connections, each its next one when the last is answered, and measures from the first byte sent to
 * the answer. Ends when every hit has its answer, so that what was acknowledged is known to the last one.
 */
export async function load(job: LoadJob): Promise<LoadResult> {
  const latencies = new Float64Array(Math.ceil((job.measure_ms / 1000) * 200_000))
  const acknowledged: string[] = []
  let measured = 0
  let refused = 0
  let count = 0
  const begin = performance.now()
  const from = begin + job.warmUp_ms
  const until = from + job.measure_ms
  const start_ms = Date.now()

  const lane = (socket: Socket, number: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const request = createRequest(job.key, start_ms, number)
      let sent = 0
      let id = ''
      const send = (): void => {
        id = request.next(++count)
        sent = performance.now()
        socket.write(request.bytes)
      }
      socket.on('data', (chunk) => {
        const now = performance.now()
        // 204: three digits after "HTTP/1.1 ".
        if (chunk[9] === 50 && chunk[11] === 52 && chunk.subarray(-4).equals(endOfHead)) acknowledged.push(id)
        else refused++
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
  appendFileSync(job.acknowledgedFile, acknowledged.map((id) => `${id}\n`).join(''))
  return {
    perSecond: Math.round((measured / job.measure_ms) * 1000),
    p50_ms: quantile(sorted, 0.5),
    p99_ms: quantile(sorted, 0.99),
    max_ms: sorted.at(-1) ?? 0,
    acknowledged: acknowledged.length,
    refused,
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
