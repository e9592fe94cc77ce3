import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Download, PageDocument } from './route.ts'
import { inPieces } from './patience.ts'

/** Says what a file or a stream is, and answers it. Its length is unknown, so a fault on the way can only cut it off. */
export function describeDownload(reply: FastifyReply, download: Download, asFile: boolean): Readable {
  reply.type(download.contentType)
  if (asFile) reply.header('content-disposition', disposition(download.fileName))
  // Proxies that buffer would hold back events until the stream ends.
  else reply.header('x-accel-buffering', 'no')
  return asFile ? inPieces(download.stream) : download.stream
}

/** The name once as every browser reads it and once in full. */
function disposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 120)
  const full = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}

/** A page that is not one of the web's, with its own headers in place of the API's. */
export function describePage(reply: FastifyReply, { html, headers }: PageDocument): string {
  reply.headers({ ...headers }).type('text/html; charset=utf-8')
  return html
}
