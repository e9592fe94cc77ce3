import { Readable } from 'node:stream'
import type { S3mini } from 's3mini'
import type { Config } from './config.ts'
import type { Files } from './file-storage.ts'

export type StoreSettings = Pick<Config, 'S3_URL' | 'S3_REGION' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY'>

/** A file that is larger is sent in parts of this size: its length is known only at its end. At 10,000 parts that is 160 GB. */
const part_bytes = 16 * 1024 * 1024

/** The store did not take a file, which `isStorageFault` knows by these. */
class StoreFault extends Error {
  readonly code = 'STORE'
  readonly syscall = 'write'
}

/** The library is loaded by whoever has such a store. */
async function connect({ S3_URL, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY }: StoreSettings): Promise<S3mini> {
  const { S3mini: Client } = await import('s3mini')
  return new Client({
    endpoint: S3_URL!,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY!,
    secretAccessKey: S3_SECRET_KEY!,
  })
}

/** Files in an S3-compatible store, so that machines share nothing but the database. A file is there completely or not at all. */
export function createStoreFiles(config: StoreSettings): Files {
  const connecting = connect(config)
  // Nobody may ask for it before it fails.
  connecting.catch(() => {})
  return {
    store: async (key, stream) => send(await connecting, key, stream),
    open: (key, part) => Readable.from(read(connecting, key, part)),
    async sizeOf(key) {
      try {
        return await (await connecting).getContentLength(key)
      } catch (error) {
        const { cause } = error as { cause?: { status?: number } }
        if (cause?.status === 404) return null
        throw error
      }
    },
    async list(prefix) {
      const objects = (await (await connecting).listObjects('/', prefix)) ?? []
      return objects.map(({ Key, LastModified }) => ({ key: Key, written_ms: new Date(LastModified).getTime() }))
    },
    async remove(key) {
      await (await connecting).deleteObject(key)
    },
  }
}

async function* read(
  connecting: Promise<S3mini>,
  key: string,
  part?: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  const client = await connecting
  // The end is exclusive there, and inclusive here.
  const response = await (part ? client.getObjectRaw(key, false, part.start, part.end + 1) : client.getObjectRaw(key))
  if (response.body) yield* Readable.fromWeb(response.body as never) as AsyncIterable<Uint8Array>
}

/** What fails here is the store's fault; what fails while the stream is read is not, such as an upload that was given up. */
const ask = <Answer>(call: Promise<Answer>): Promise<Answer> =>
  call.catch((error: unknown) => {
    throw new StoreFault('the store of files did not take a file', { cause: error })
  })

async function send(client: S3mini, key: string, stream: Readable): Promise<void> {
  const parts: { partNumber: number; etag: string }[] = []
  let uploadId: string | undefined
  let rest: Buffer[] = []
  let rest_bytes = 0
  const sendPart = async (): Promise<void> => {
    uploadId ??= await ask(client.getMultipartUploadId(key))
    parts.push(await ask(client.uploadPart(key, uploadId, Buffer.concat(rest), parts.length + 1)))
    rest = []
    rest_bytes = 0
  }
  try {
    for await (const chunk of stream as AsyncIterable<Buffer | string>) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      rest.push(bytes)
      rest_bytes += bytes.length
      if (rest_bytes >= part_bytes) await sendPart()
    }
    if (uploadId === undefined) {
      await ask(client.putObject(key, Buffer.concat(rest)))
      return
    }
    if (rest_bytes > 0) await sendPart()
    await ask(client.completeMultipartUpload(key, uploadId, parts))
  } catch (error) {
    if (uploadId !== undefined) await client.abortMultipartUpload(key, uploadId).catch(() => {})
    throw error
  }
}
