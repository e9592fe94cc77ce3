import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../support/figures.ts'

/** Requests that come at a rate, whether or not the earlier ones were answered: as people do, and lanes do not. */
export interface ArrivalsJob {
  port: number
  /** Groups of callers, each with its own rate and raw requests, which are sent in turn. */
  groups: { name: string; perSecond: number; requests: string[] }[]
  run_ms: number
  /** Most connections at once; what comes while all are busy is not sent, as if its caller had given up. */
  connections: number
}

export interface GroupFigures {
  /** Answers of 200 a second. */
  perSecond: number
  p50_ms: number
  p99_ms: number
  refused: number
  /** Refusals that do not say when to come again, and other answers. */
  wrong: number
  /** No answer: the connection was cut, or none was free. */
  unanswered: number
  firstWrong?: string
}

interface Count extends GroupFigures {
  times_ms: number[]
  sent: number
}

const tick_ms = 2
const longestWait_ms = 15_000

export async function sendArrivals(job: ArrivalsJob): Promise<Record<string, GroupFigures>> {
  const free: Socket[] = []
  const state = { open: 0, busy: 0 }
  const counts = job.groups.map((): Count => ({
    perSecond: 0,
    p50_ms: 0,
    p99_ms: 0,
    refused: 0,
    wrong: 0,
    unanswered: 0,
    times_ms: [],
    sent: 0,
  }))
  const from = performance.now()
  for (let now = from; now - from < job.run_ms; now = performance.now()) {
    for (const [at, { perSecond, requests }] of job.groups.entries()) {
      const count = counts[at]!
      for (; count.sent < ((now - from) / 1_000) * perSecond; count.sent++) {
        const socket = free.pop() ?? (state.open < job.connections ? open(job.port, state) : null)
        if (!socket) count.unanswered++
        else void exchange(socket, requests[count.sent % requests.length]!, count, free, state)
      }
    }
    await sleep(tick_ms)
  }
  const until = performance.now() + longestWait_ms
  while (state.busy > 0 && performance.now() < until) await sleep(20)
  for (const socket of free) socket.destroy()
  return Object.fromEntries(job.groups.map(({ name }, at) => [name, figuresOf(counts[at]!, job.run_ms)]))
}

function open(port: number, state: { open: number }): Socket {
  state.open++
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  socket.once('close', () => state.open--)
  socket.on('error', () => {})
  return socket
}

/** Sends one request and counts its answer; the connection is free again afterward. */
function exchange(
  socket: Socket,
  request: string,
  count: Count,
  free: Socket[],
  state: { busy: number },
): Promise<void> {
  state.busy++
  const start_ms = performance.now()
  let answer = ''
  return new Promise((resolve) => {
    const end = (isWhole: boolean): void => {
      socket.off('data', hear).off('close', cut)
      state.busy--
      if (isWhole) free.push(socket)
      else {
        count.unanswered++
        socket.destroy()
      }
      resolve()
    }
    const cut = (): void => end(false)
    const hear = (chunk: Buffer): void => {
      answer += chunk.toString('latin1')
      if (!isComplete(answer)) return
      note(answer, performance.now() - start_ms, count)
      end(true)
    }
    socket.on('data', hear).on('close', cut)
    socket.write(request)
  })
}

function isComplete(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n')
  const length = end < 0 ? null : /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end))
  return length !== null && answer.length >= end + 4 + Number(length[1])
}

function note(answer: string, took_ms: number, count: Count): void {
  const status = answer.slice(9, 12)
  if (status === '200') count.times_ms.push(took_ms)
  else if ((status === '503' || status === '429') && /\r\nretry-after: \d/i.test(answer)) count.refused++
  else {
    count.wrong++
    count.firstWrong ??= answer.slice(0, 400)
  }
}

const figuresOf = ({ times_ms, sent: _sent, ...count }: Count, run_ms: number): GroupFigures => ({
  ...count,
  perSecond: Math.round((times_ms.length / run_ms) * 1_000),
  p50_ms: quantile(times_ms, 0.5),
  p99_ms: quantile(times_ms, 0.99),
})
