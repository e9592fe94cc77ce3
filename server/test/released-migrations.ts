import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrations } from '../platform/database/migrate.ts'

/** The migration files of a release with the SHA-256 of their text. */
export type ReleasedFiles = Record<string, string>

export const checksumsOf = (folder: string): ReleasedFiles =>
  Object.fromEntries(readMigrations(folder).map(({ name, checksum }) => [name, checksum]))

/** The checksums that each release stored in the migrations folder, as `v0.1.0.json`. */
export const readReleases = (folder: string): { version: string; files: ReleasedFiles }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({
      version: name.slice(0, -'.json'.length),
      files: JSON.parse(readFileSync(join(folder, name), 'utf8')) as ReleasedFiles,
    }))

/**
 * Problems with released files, which databases in use have applied: each must stay unchanged, and a new file must come
 * after all of them.
 */
export function problemsWithReleases(folder: string): string[] {
  const now = checksumsOf(folder)
  return readReleases(folder).flatMap(({ version, files }) => {
    const last = Object.keys(files).toSorted().at(-1) ?? ''
    const changes = Object.keys(files).filter((name) => now[name] !== files[name])
    const late = Object.keys(now).filter((name) => !(name in files) && name < last)
    return [
      ...changes.map((name) => `${name} of ${version} ${name in now ? 'was changed' : 'is gone'}: add a file instead`),
      ...late.map((name) => `${name} comes before files of ${version}: give it a higher number`),
    ]
  })
}
