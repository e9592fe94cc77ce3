import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import { Failure } from '../failure.ts'

/** Endless responses, such as live feeds. */
export interface LiveStreams {
  /** Takes one of the session's slots until the response ends. Throws `too_many` if all are taken. */
  open(sessionId: string, response: ServerResponse): void
  /** Ends them all when the program stops. */
  close(): void
}

/** Without HTTP/2, a browser has six connections to a host: this leaves one for everything else. */
const maxOfSession = 5
const retryAfterSeconds = 15
const message = 'Live updates are open in too many tabs. Close one of them.'

export function createLiveStreams(): LiveStreams {
  const open = new Map<string, Set<ServerResponse>>()
  return {
    open(sessionId, response) {
      const responses = open.get(sessionId) ?? new Set()
      if (responses.size >= maxOfSession) throw new Failure('too_many', { message, retryAfterSeconds })
      open.set(sessionId, responses.add(response))
      finished(response, () => {
        responses.delete(response)
        if (responses.size === 0) open.delete(sessionId)
      })
    },
    close() {
      for (const responses of open.values()) for (const response of responses) response.destroy()
    },
  }
}
