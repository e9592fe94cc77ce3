import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Download, StoredFile, PageDocument } from './route.ts'
import { inChunks, type Permit } from './timeouts.ts'
import { readPart } from './read-part.ts'

/**
 * Sends a file or, without a permit, a stream, with its headers. Its length is unknown, so an error midway can only cut it
 * off.
 */
export function describeDownload(reply: FastifyReply, download: Download, permit: Permit | null): Readable {
  reply.type(download.contentType)
  if (permit) reply.header('content-disposition', disposition(download.fileName))
  // Proxies that buffer would hold back events until the stream ends.
  else reply.header('x-accel-buffering', 'no')
  return permit ? inChunks(download.stream, permit) : download.stream
}

/** Sends a stored file, or the requested range of it (RFC 9110, 14), so that interrupted downloads can resume. */
export function describeFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  permit: Permit,
): Readable | string {
  const version = `"${file.version}"`
  const part = readPart(request.headers, { bytes: file.bytes, version })
  reply.header('accept-ranges', 'bytes').header('etag', version)
  if (part === 'none') {
    reply.status(416).header('content-range', `bytes */${file.bytes}`)
    return ''
  }
  const { start, end } = part ?? { start: 0, end: file.bytes - 1 }
  if (part) reply.status(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`)
  reply
    .type(file.contentType)
    .header('content-length', end - start + 1)
    .header('content-disposition', disposition(file.fileName))
  return inChunks(file.open({ start, end }), permit)
}

/** The file name, once in ASCII for every browser and once in full. */
function disposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 120)
  const full = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}

/** A page outside of the web application, with its own headers instead of the API's. */
export function describePage(reply: FastifyReply, { html, headers }: PageDocument): string {
  reply.headers({ ...headers }).type('text/html; charset=utf-8')
  return html
}
