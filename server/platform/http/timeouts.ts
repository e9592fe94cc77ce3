import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'

/** Timeouts for slow clients. All in milliseconds. */
export interface RequestTimeouts {
  /** Deadline for a body that is read completely. */
  body_ms: number
  /** A reader or uploader who makes no progress for this long is disconnected. */
  stall_ms: number
  /** Maximum duration of an upload or download. */
  transfer_ms: number
  /** How often a download checks that its session has not ended. */
  recheck_ms: number
}

/** A body has at most a megabyte; an import may have gigabytes. */
export const defaultTimeouts: RequestTimeouts = {
  body_ms: 30_000,
  stall_ms: 30_000,
  transfer_ms: 60 * 60_000,
  recheck_ms: 30_000,
}

/** Minimum that an uploader must send within `stall_ms`: about a kilobyte a second. */
const minUpload_bytes = 32 * 1024
/** A write only completes as a whole, so small ones are needed to see the progress of a slow reader. */
const writtenAtOnce_bytes = 16 * 1024

/** Sockets of uploads, which can take longer than other bodies. */
const uploading = new WeakSet<Socket>()
export const isUploading = (socket: Socket): boolean => uploading.has(socket)

/** Disconnects an uploader who sends too slowly or takes too long. */
export function limitUpload(request: IncomingMessage, timeouts: RequestTimeouts): void {
  const { socket } = request
  uploading.add(socket)
  let bytesRead = socket.bytesRead
  const check = (): void => {
    // Data that has arrived but was not read yet is our own delay.
    const isOurTurn = request.complete || request.readableLength >= request.readableHighWaterMark
    if (!isOurTurn && socket.bytesRead - bytesRead < minUpload_bytes) request.destroy()
    bytesRead = socket.bytesRead
  }
  const stop = watch(timeouts, check, () => request.destroy())
  const end = (): void => {
    stop()
    uploading.delete(socket)
  }
  request.once('end', end).once('close', end)
}

/** Disconnects a reader who does not read, or who takes too long for a response that has an end. */
export function limitReader(response: ServerResponse, timeouts: RequestTimeouts, hasEnd: boolean): void {
  const { socket } = response
  if (!socket) return
  let acknowledged_bytes = -1
  const check = (): void => {
    const waits_bytes = socket.writableLength
    const now = (socket.bytesWritten ?? 0) - waits_bytes
    if (waits_bytes > 0 && now === acknowledged_bytes) response.destroy()
    acknowledged_bytes = now
  }
  const stop = watch(timeouts, check, hasEnd ? () => response.destroy() : null)
  response.once('close', stop)
}

function watch({ stall_ms, transfer_ms }: RequestTimeouts, check: () => void, end: (() => void) | null): () => void {
  const checking = setInterval(check, stall_ms).unref()
  const ending = end && setTimeout(end, transfer_ms).unref()
  return () => {
    clearInterval(checking)
    if (ending) clearTimeout(ending)
  }
}

/** Whether a download may go on, and how often to ask. */
export interface Permit {
  every_ms: number
  mayGoOn(): Promise<boolean>
}

/** The same bytes in pieces so small that even a slow reader receives one in time. Fails once they may not go on. */
export const inChunks = (stream: Readable, { every_ms, mayGoOn }: Permit): Readable => {
  async function* pieces(): AsyncGenerator<Buffer> {
    let isDue = false
    const timer = setInterval(() => (isDue = true), every_ms).unref()
    try {
      for await (const chunk of stream) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer)
        for (let start = 0; start < bytes.length; start += writtenAtOnce_bytes) {
          if (isDue) {
            // Nobody can say while the database is overloaded: ask again before the next piece.
            const answer = await mayGoOn().catch(() => 'unknown')
            if (answer === false) throw new Error('the session of a download has ended')
            isDue = answer === 'unknown'
          }
          yield bytes.subarray(start, start + writtenAtOnce_bytes)
        }
      }
    } finally {
      clearInterval(timer)
    }
  }
  return Readable.from(pieces(), { objectMode: false, highWaterMark: writtenAtOnce_bytes })
}
