import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/project-root.ts'
import { openBenchDatabase, type BenchDatabase } from './bench-database.ts'

const folder = join(projectRoot, '.data-bench')

/** A fingerprint of what a filled database depends on: migrations, the filler's source, and sizes. */
function printOf(filler: string, sizes: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(sizes))
  const migrations = readdirSync(join(projectRoot, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  for (const name of migrations) hash.update(name).update(readFileSync(join(projectRoot, 'server', name)))
  return hash
    .update(readFileSync(join(projectRoot, filler)))
    .digest('hex')
    .slice(0, 16)
}

/** Removes what is left of a database with another filling, wherever its server had to store it. */
function remove(dataDir: string): void {
  const pointer = join(dataDir, 'postgres/postgres-is-at')
  if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

/**
 * A database that is filled once and kept for the next run, with the filler's result. Filled again when the migrations,
 * the filler's file or the sizes change. A partial filling is never kept.
 */
export async function openCached<Filled>(
  name: string,
  filler: string,
  sizes: unknown,
  fill: (db: BenchDatabase) => Promise<Filled>,
): Promise<{ db: BenchDatabase; filled: Filled }> {
  const dataDir = join(folder, `${name}-${printOf(filler, sizes)}`)
  const note = join(dataDir, 'filled.json')
  mkdirSync(folder, { recursive: true })
  for (const entry of readdirSync(folder).filter((each) => each.startsWith(`${name}-`)))
    if (join(folder, entry) !== dataDir || !existsSync(note)) remove(join(folder, entry))
  mkdirSync(dataDir, { recursive: true })
  const db = await openBenchDatabase(dataDir)
  try {
    if (existsSync(note)) return { db, filled: JSON.parse(readFileSync(note, 'utf8')) as Filled }
    const from_ms = performance.now()
    const contents = await fill(db)
    console.log(`filled in ${Math.round((performance.now() - from_ms) / 1000)} s, and stored for the next run`)
    writeFileSync(note, JSON.stringify(contents))
    return { db, filled: contents }
  } catch (error) {
    await db.close()
    throw error
  }
}
