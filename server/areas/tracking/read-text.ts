import type { IncomingMessage } from 'node:http'

/** Reads a whole body. Calls back once: with the text, or with null as soon as it exceeds the allowed length. */
export function readText(request: IncomingMessage, limit_bytes: number, done: (text: string | null) => void): void {
  let first: Buffer | undefined
  let more: Buffer[] | undefined
  let size_bytes = 0
  request.on('data', (chunk: Buffer) => {
    if (size_bytes > limit_bytes) return
    size_bytes += chunk.length
    if (size_bytes > limit_bytes) done(null)
    // Nearly every body arrives in one piece.
    else if (!first) first = chunk
    else (more ??= [first]).push(chunk)
  })
  request.on('end', () => {
    if (size_bytes <= limit_bytes) done((more ? Buffer.concat(more) : first)?.toString('utf8') ?? '')
  })
}
