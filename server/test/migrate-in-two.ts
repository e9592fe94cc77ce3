import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, migrationsFolder } from '#server/platform/database/migrate.ts'
import { createEmptyTestDatabase, type TestDatabase } from './harness.ts'
import { makeTestFolder } from './test-folder.ts'

/** A database in which everything before one migration was applied, to which rows can be added before the rest is. */
export interface HalfMigrated {
  db: TestDatabase
  /** Applies that migration and all later ones. */
  finish(): Promise<unknown>
  close(): Promise<void>
}

/** `name` is the first migration that is left for later, such as `0590-tries-after-the-last.sql`. */
export async function migrateBefore(name: string): Promise<HalfMigrated> {
  const db = await createEmptyTestDatabase()
  const folder = makeTestFolder()
  const names = readdirSync(migrationsFolder).filter((file) => file.endsWith('.sql'))
  if (!names.includes(name)) throw new Error(`There is no migration ${name}`)
  for (const file of names.filter((one) => one < name)) copyFileSync(join(migrationsFolder, file), join(folder, file))
  await migrate(db.ownerPool, folder)
  return {
    db,
    finish: () => migrate(db.ownerPool),
    async close() {
      rmSync(folder, { recursive: true })
      await db.drop()
    },
  }
}
