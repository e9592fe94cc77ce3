import type { ClientBase, PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { copyAsBytes, copyAsText, head_bytes, readFields, type Driver } from './driver.ts'
import { tunedDriver } from './tuned-driver.ts'

export type DriverName = 'plain' | 'tuned'

const plain = new WeakSet<ClientBase>()

/** Sets how statements are sent on a new connection. */
export function chooseDriver(client: ClientBase, name: DriverName): void {
  if (name === 'plain') plain.add(client)
}

export const driverOf = (client: ClientBase): Driver => (plain.has(client) ? plainDriver : tunedDriver)

const lineEnd = 10

/** Only what `pg` documents: one statement after the other, and files of leads whole in memory. */
const plainDriver: Driver = {
  prepareConnection: () => Promise.resolve(),
  pipeline: () => false,
  holdBack: () => () => {},
  prepared: (client, statement) => client.query(statement),
  textOf: () => undefined,
  copyRows: async (client, query, values) => {
    const bytes = await copyAll(client, copyAsText(query, values))
    return { count: bytes.reduce((count, byte) => (byte === lineEnd ? count + 1 : count), 0), bytes }
  },
  copyFields: async (client, query, values, take) => {
    const bytes = await copyAll(client, copyAsBytes(query, values))
    for (let row = readFields(bytes, head_bytes); row !== null; row = readFields(bytes, row.end)) take(row.fields)
  },
}

async function copyAll(client: PoolClient, text: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of client.query(copyTo(text))) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
