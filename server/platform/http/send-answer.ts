import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Download } from './call.ts'

/** Says what a file or a stream is, and answers it. Its length is unknown, so a fault on the way can only cut it off. */
export function describeDownload(reply: FastifyReply, download: Download, asFile: boolean): Readable {
  reply.type(download.contentType)
  if (asFile) reply.header('content-disposition', disposition(download.fileName))
  // Proxies that buffer would hold back events until the stream ends.
  else reply.header('x-accel-buffering', 'no')
  return download.stream
}

/** The name once as every browser reads it and once in full. */
function disposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 120)
  const full = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}
