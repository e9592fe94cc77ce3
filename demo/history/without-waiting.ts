import pg, { type ClientBase } from 'pg'
import type { Platform } from '#server/platform/platform.ts'

/**
 * Runs work on connections whose commits do not wait for the disk: the past is tens of thousands of small transactions,
 * and whatever a power failure takes of them was not noted as done either, since both are written in order. A pooler's
 * connections, which others use as well, stay as they are.
 */
export async function withoutWaiting<Done>(
  platform: Platform,
  connections: number,
  work: (platform: Platform) => Promise<Done>,
): Promise<Done> {
  const { options } = platform.appPool
  if (options.options === undefined) return work(platform)
  const appPool = new pg.Pool({
    ...options,
    max: connections,
    connectionTimeoutMillis: 10_000,
    onConnect: async (client: ClientBase) => {
      await options.onConnect?.(client)
      await client.query('set synchronous_commit = off')
    },
  })
  appPool.on('error', (error) => platform.log.warn({ err: error }, 'a database connection of the past was lost'))
  try {
    return await work({ ...platform, appPool })
  } finally {
    await appPool.end()
  }
}
