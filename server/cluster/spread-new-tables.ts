import type pg from 'pg'
import { spreadTables } from './spread-tables.ts'

/** After migrations: distributes new tables like others of their kind. Does nothing if nothing is distributed. */
export async function spreadNewTables(ownerPool: pg.Pool): Promise<string[]> {
  const client = await ownerPool.connect()
  try {
    const { rows } = await client.query<{ shards: number }>('select shards from distribution')
    return rows[0] ? await spreadTables(client, rows[0].shards) : []
  } finally {
    client.release()
  }
}
