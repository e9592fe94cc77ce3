import { mkdirSync } from 'node:fs'
import type { DatabaseError, Pool } from 'pg'
import { tryWrite } from './check-place.ts'
import type { Config } from './config.ts'
import { filesFolderOf } from './files-folder.ts'

/** No space, and a database that its provider made read-only for that. */
const unwritable: ReadonlySet<string> = new Set(['53100', '25006'])

/** A new relation needs space on the disk at once, and leaves nothing when it is rolled back. */
const tryStatements = `begin; create temporary table write_test on commit drop as
  select repeat('x', 100) as filler from generate_series(1, 1000); rollback`

/** Why the database cannot store anything more, by a real write that changes nothing; null if it can. */
export async function databaseStorageProblem(ownerPool: Pool): Promise<string | null> {
  const client = await ownerPool.connect()
  try {
    await client.query(tryStatements)
    client.release()
    return null
  } catch (error) {
    client.release(true)
    const { code = '', message } = error as DatabaseError
    if (code === '53100') return 'the disk of the database is full'
    return unwritable.has(code) ? `the database cannot be written to (${message})` : null
  }
}

/** The same for the folder of files. */
export function filesStorageProblem(config: Pick<Config, 'DATA_DIR'>): string | null {
  const folder = filesFolderOf(config)
  try {
    mkdirSync(folder, { recursive: true })
    tryWrite(folder)
    return null
  } catch (error) {
    const { code = 'no code' } = error as NodeJS.ErrnoException
    return code === 'ENOSPC' || code === 'EDQUOT'
      ? `the disk of ${folder} is full`
      : `the folder ${folder} cannot be written to (${code})`
  }
}
