import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** An S3-compatible store on loopback, as far as our files need it: objects, ranges, lists and uploads in parts. */
interface StoreStandIn {
  url: string
  objects: Map<string, Buffer>
  /** Uploads in parts that neither ended nor were given up. */
  openUploads(): number
  /** Answers everything with this status; null to work again. */
  fail(status: number | null): void
  close(): Promise<void>
}

export const storeKeys = { S3_ACCESS_KEY: 'test-key', S3_SECRET_KEY: 'test-secret' }
const bucket = '/files'
const listSize = 2

export async function startStoreStandIn(): Promise<StoreStandIn> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  let failing: number | null = null
  const server = createServer((request, response) => {
    void answer(request, response, { objects, uploads, failing }).catch(() => response.writeHead(500).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${bucket}`,
    objects,
    openUploads: () => uploads.size,
    fail: (status) => void (failing = status),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Stored {
  objects: Map<string, Buffer>
  uploads: Map<string, Map<number, Buffer>>
  failing: number | null
}

async function answer(request: IncomingMessage, response: ServerResponse, stored: Stored): Promise<void> {
  const { objects, uploads, failing } = stored
  const { pathname, searchParams: query } = new URL(request.url!, 'http://store')
  const body = await buffer(request)
  const xml = (text: string, status = 200): void =>
    void response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`)
  if (failing !== null) return xml('<Error><Code>SlowDown</Code></Error>', failing)
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=test-key/'))
    return xml('<Error><Code>AccessDenied</Code></Error>', 403)
  const key = pathname.slice(bucket.length + 1)
  const uploadId = query.get('uploadId')
  if (key === '') return xml(listOf(objects, query))
  if (request.method === 'POST' && query.has('uploads')) {
    const id = `upload-${uploads.size + 1}`
    uploads.set(id, new Map())
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }
  if (request.method === 'PUT' && uploadId !== null) {
    uploads.get(uploadId)!.set(Number(query.get('partNumber')), body)
    return void response.writeHead(200, { etag: '"part"' }).end()
  }
  if (request.method === 'POST' && uploadId !== null) {
    const parts = [...uploads.get(uploadId)!].toSorted(([one], [other]) => one - other).map(([, part]) => part)
    objects.set(key, Buffer.concat(parts))
    uploads.delete(uploadId)
    return xml('<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>')
  }
  if (request.method === 'DELETE') {
    if (uploadId === null) objects.delete(key)
    else uploads.delete(uploadId)
    return void response.writeHead(204).end()
  }
  if (request.method === 'PUT') {
    objects.set(key, body)
    return void response.writeHead(200, { etag: '"whole"' }).end()
  }
  sendObject(request, response, objects.get(key))
}

function sendObject(request: IncomingMessage, response: ServerResponse, object: Buffer | undefined): void {
  if (!object) return void response.writeHead(404).end()
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const bytes = start === undefined ? object : object.subarray(Number(start), end ? Number(end) + 1 : undefined)
  response.writeHead(start === undefined ? 200 : 206, { 'content-length': bytes.length })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** Two objects a page, so that whoever lists has to ask again. */
function listOf(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted()
  const from = Number(query.get('continuation-token') ?? 0)
  const lines = keys
    .slice(from, from + listSize)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>${objects.get(key)!.length}</Size><LastModified>2026-11-20T12:00:00.000Z</LastModified></Contents>`,
    )
  const next = from + listSize
  const more = next < keys.length ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${next < keys.length}</IsTruncated>${more}${lines.join('')}</ListBucketResult>`
}
