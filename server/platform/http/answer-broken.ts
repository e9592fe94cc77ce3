import type { Socket } from 'node:net'
import { Failure } from '../failure.ts'
import { failureAnswer } from './answer-failure.ts'
import { isUploading } from './patience.ts'

const reasons = { 408: 'Request Timeout', 400: 'Bad Request' } as const

/** Answers what never became a request: one that is no HTTP, or whose body did not arrive in time. */
export function answerBroken(error: Error & { code?: string }, socket: Socket): void {
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  // An upload may take longer and has limits of its own.
  if (isLate && isUploading(socket)) return
  if (socket.writable && socket.bytesWritten === 0) {
    const failure = new Failure(isLate ? 'timed_out' : 'malformed')
    const body = JSON.stringify(failureAnswer(failure, ''))
    const status = isLate ? 408 : 400
    socket.write(
      `HTTP/1.1 ${status} ${reasons[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroySoon()
}
