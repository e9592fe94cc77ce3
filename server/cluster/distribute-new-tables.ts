import type pg from 'pg'
import { distributeTables } from './distribute-tables.ts'

/** After migrations: distributes new tables like others of their kind. Does nothing if nothing is distributed. */
export async function distributeNewTables(ownerPool: pg.Pool): Promise<string[]> {
  const client = await ownerPool.connect()
  try {
    const { rows } = await client.query<{ shards: number }>('select shards from distribution')
    return rows[0] ? await distributeTables(client, rows[0].shards) : []
  } finally {
    client.release()
  }
}
