import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Failure } from '../failure.ts'
import { failureAnswer } from './answer-failure.ts'
import { isUploading } from './timeouts.ts'

const reasons = { 408: 'Request Timeout', 431: 'Request Header Fields Too Large', 400: 'Bad Request' } as const

/** Where Node stores the current response, if any; its own handler of such errors checks it, too. */
type Served = Socket & { _httpMessage?: ServerResponse | null }

/** Answers malformed requests: not HTTP, too long, or with a body that did not arrive in time. */
export function answerBroken(error: Error & { code?: string }, socket: Socket): void {
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  // An upload can take longer and has its own limits.
  if (isLate && isUploading(socket)) return
  // Anything written after a response's head would be read as part of that response.
  if (socket.writable && !(socket as Served)._httpMessage?.headersSent) {
    const isLong = error.code === 'HPE_HEADER_OVERFLOW'
    const failure = new Failure(isLate ? 'timed_out' : isLong ? 'too_large' : 'malformed')
    const body = JSON.stringify(failureAnswer(failure, ''))
    const status = isLate ? 408 : isLong ? 431 : 400
    socket.write(
      `HTTP/1.1 ${status} ${reasons[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroySoon()
}
