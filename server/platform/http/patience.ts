import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'

/** How slow the other side may be. All in milliseconds. */
export interface Patience {
  /** A body that is read whole has arrived by then. */
  body_ms: number
  /** A reader or uploader who makes no progress for this long is disconnected. */
  stall_ms: number
  /** No upload and no download takes longer. */
  transfer_ms: number
}

/** A body has at most a megabyte; an import may have gigabytes. */
export const usualPatience: Patience = { body_ms: 30_000, stall_ms: 30_000, transfer_ms: 60 * 60_000 }

/** What an uploader sends at least within `stall_ms`: about a kilobyte a second. */
const leastUpload_bytes = 32 * 1024
/** A write has arrived as a whole only, so that small ones show the progress of a slow reader. */
const writtenAtOnce_bytes = 16 * 1024

/** Sockets of uploads, which take longer than other bodies may. */
const uploading = new WeakSet<Socket>()
export const isUploading = (socket: Socket): boolean => uploading.has(socket)

/** Disconnects an uploader who sends next to nothing, or takes too long. */
export function limitUpload(request: IncomingMessage, patience: Patience): void {
  const { socket } = request
  uploading.add(socket)
  let received = socket.bytesRead
  const check = (): void => {
    // Data that has arrived but was not read yet is our own delay.
    const isOurTurn = request.complete || request.readableLength >= request.readableHighWaterMark
    if (!isOurTurn && socket.bytesRead - received < leastUpload_bytes) request.destroy()
    received = socket.bytesRead
  }
  const stop = watch(patience, check, () => request.destroy())
  const end = (): void => {
    stop()
    uploading.delete(socket)
  }
  request.once('end', end).once('close', end)
}

/** Disconnects a reader who does not read, or who takes too long for an answer that ends. */
export function limitReader(response: ServerResponse, patience: Patience, hasEnd: boolean): void {
  const { socket } = response
  if (!socket) return
  let taken = -1
  const check = (): void => {
    const waits_bytes = socket.writableLength
    const now = (socket.bytesWritten ?? 0) - waits_bytes
    if (waits_bytes > 0 && now === taken) response.destroy()
    taken = now
  }
  const stop = watch(patience, check, hasEnd ? () => response.destroy() : null)
  response.once('close', stop)
}

function watch({ stall_ms, transfer_ms }: Patience, check: () => void, end: (() => void) | null): () => void {
  const checking = setInterval(check, stall_ms).unref()
  const ending = end && setTimeout(end, transfer_ms).unref()
  return () => {
    clearInterval(checking)
    if (ending) clearTimeout(ending)
  }
}

/** The same bytes in pieces so small that even a slow reader takes one in time. */
export const inPieces = (stream: Readable): Readable => {
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer)
      for (let start = 0; start < bytes.length; start += writtenAtOnce_bytes)
        yield bytes.subarray(start, start + writtenAtOnce_bytes)
    }
  }
  return Readable.from(pieces(), { objectMode: false, highWaterMark: writtenAtOnce_bytes })
}
