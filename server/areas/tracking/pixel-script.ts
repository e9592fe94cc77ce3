import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

interface Script {
  etag: string
  plain: Buffer
  gzip: Buffer
  br: Buffer
}

export type SendScript = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Serves the built pixel, compressed once. Browsers revalidate after an hour and mostly get a 304; one that depends on the visitor stays in the
 * visitor's own browser. Rejects if the script has not been built.
 */
export function createPixelScript(path: string, isForOne = false): SendScript {
  let loading: Promise<Script> | undefined
  const load = (): Promise<Script> => {
    loading ??= readScript(path).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return async (request, response) => {
    const script = await load()
    const encodings = request.headers['accept-encoding'] ?? ''
    const encoding = /\bbr\b/.test(encodings) ? 'br' : /\bgzip\b/.test(encodings) ? 'gzip' : undefined
    response.setHeader('ETag', script.etag)
    response.setHeader('Cache-Control', `${isForOne ? 'private' : 'public'}, max-age=3600`)
    response.setHeader('Vary', isForOne ? 'Accept-Encoding, Sec-GPC' : 'Accept-Encoding')
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    response.setHeader('X-Content-Type-Options', 'nosniff')
    if (request.headers['if-none-match']?.includes(script.etag)) {
      response.writeHead(304).end()
      return
    }
    const body = script[encoding ?? 'plain']
    if (encoding) response.setHeader('Content-Encoding', encoding)
    response.setHeader('Content-Length', body.length)
    response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}

async function readScript(path: string): Promise<Script> {
  const plain = await readFile(path)
  const [gzipBytes, br] = await Promise.all([promisify(gzip)(plain, { level: 9 }), promisify(brotliCompress)(plain)])
  // Weak, since one version is sent in several encodings.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { etag, plain, gzip: gzipBytes, br }
}
