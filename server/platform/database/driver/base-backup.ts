import { PassThrough, type Readable } from 'node:stream'
import pg from 'pg'

/** What `pg` calls on a query object of one's own; it has no types for copied data. */
interface Wire {
  query(text: string): void
  stream: { pause(): void; resume(): void }
}

const nextArchive = 'n'.charCodeAt(0)
const data = 'd'.charCodeAt(0)

/** `pg` knows replication, but its types do not. */
const replicating = (config: pg.ClientConfig): pg.ClientConfig =>
  ({ ...config, replication: 'true' }) as pg.ClientConfig

/**
 * The whole server as one tar, streamed over the replication protocol while it runs: all databases, roles and policies,
 * with the log that makes the copy consistent.
 */
export async function streamBaseBackup(adminConfig: pg.ClientConfig): Promise<Readable> {
  const client = new pg.Client(replicating(adminConfig))
  const tar = new PassThrough({ highWaterMark: 1024 * 1024 })
  client.on('error', (error) => tar.destroy(error))
  tar.once('close', () => void client.end().catch(() => {}))
  await client.connect()
  client.query(createQuery(tar) as unknown as pg.Submittable)
  return tar
}

function createQuery(tar: PassThrough): object {
  let archives = 0
  let isPaused = false
  let failure: Error | null = null
  return {
    submit(wire: Wire) {
      wire.query(`BASE_BACKUP (LABEL 'leadloom', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`)
    },
    handleRowDescription() {},
    handleDataRow() {},
    handleCommandComplete() {},
    handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire) {
      if (chunk[0] === nextArchive && ++archives > 1)
        tar.destroy(new Error('The database has tablespaces of its own, which this backup does not contain.'))
      // Copied, because the client reads the next message into the same memory.
      if (chunk[0] !== data || tar.destroyed || tar.write(Buffer.from(chunk.subarray(1))) || isPaused) return
      isPaused = true
      wire.stream.pause()
      tar.once('drain', () => {
        isPaused = false
        wire.stream.resume()
      })
    },
    handleError(error: Error) {
      failure = error
      tar.destroy(error)
    },
    handleReadyForQuery() {
      if (!failure) tar.end()
    },
  }
}
