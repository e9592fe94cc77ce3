import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Failure } from '../failure.ts'
import { failureAnswer } from './answer-failure.ts'
import { isUploading } from './patience.ts'

const reasons = { 408: 'Request Timeout', 431: 'Request Header Fields Too Large', 400: 'Bad Request' } as const

/** What Node keeps of the answer that is under way, if one is; its own handler of such errors asks it, too. */
type Served = Socket & { _httpMessage?: ServerResponse | null }

/** Answers malformed requests: those that are not HTTP, too long, or whose body did not arrive in time. */
export function answerBroken(error: Error & { code?: string }, socket: Socket): void {
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  // An upload may take longer and has limits of its own.
  if (isLate && isUploading(socket)) return
  // Whatever came after the head of an answer would be read as a part of it.
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
