import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from './config.ts'
import { absent, type Files } from './file-storage.ts'
import { createStoreFiles } from './files-in-store.ts'
import { newToken } from './ids.ts'
import { StartProblem } from './start-problem.ts'

export type BackupPlaceSettings = Pick<
  Config,
  'BACKUP_DIR' | 'BACKUP_REGION' | 'BACKUP_ACCESS_KEY' | 'BACKUP_SECRET_KEY'
>

/** Where backups are: a folder, or a bucket of an S3-compatible store. What is stored again replaces what was there. */
export interface BackupPlace extends Files {
  /** As people know it. */
  name: string
  pathOf(key: string): string
  /** Makes a file look as written now, by which the doctor sees that somebody looks after it. Returns the time that it then has. */
  touch(key: string, now_ms: number): Promise<number>
}

export const isStoreUrl = (place: string): boolean => /^https?:\/\//.test(place)

export function openBackupPlace(config: BackupPlaceSettings & { BACKUP_DIR: string }): BackupPlace {
  return isStoreUrl(config.BACKUP_DIR) ? openStore(config) : openFolder(resolve(config.BACKUP_DIR))
}

/** The place and the key of a backup that people name: a file, an address in the store, or the name of a backup at BACKUP_DIR. */
export function findBackup(config: BackupPlaceSettings, file: string): { place: BackupPlace; key: string } {
  const { BACKUP_DIR } = config
  const isBareName = namePattern.test(file)
  if (BACKUP_DIR && (isBareName || file.startsWith(`${withoutSlash(BACKUP_DIR)}/`)) && isStoreUrl(BACKUP_DIR))
    return { place: openBackupPlace({ ...config, BACKUP_DIR }), key: basename(file) }
  if (isStoreUrl(file)) throw new StartProblem(`${file} is not in BACKUP_DIR: set BACKUP_DIR to the store's address.`)
  return { place: openFolder(dirname(resolve(file))), key: basename(file) }
}

function openFolder(folder: string): BackupPlace {
  const pathOf = (key: string): string => join(folder, key)
  return {
    name: folder,
    pathOf,
    async store(key, stream) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const making = pathOf(`${key}.${newToken().slice(0, 8)}.partial`)
      try {
        await pipeline(stream, createWriteStream(making, { flags: 'wx', mode: 0o600, flush: true }))
        await rename(making, pathOf(key))
      } finally {
        await rm(making, { force: true })
      }
    },
    open: (key, part) => createReadStream(pathOf(key), part),
    sizeOf: async (key) => (await stat(pathOf(key)).catch(absent))?.size ?? null,
    async list(prefix) {
      const keys = ((await readdir(folder).catch(absent)) ?? []).filter((key) => key.startsWith(prefix))
      const entries = await Promise.all(keys.map(async (key) => ({ key, is: await stat(pathOf(key)).catch(absent) })))
      return entries.flatMap(({ key, is }) => (is ? [{ key, written_ms: is.mtimeMs }] : []))
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async touch(key, now_ms) {
      const now_s = Math.floor(now_ms / 1_000)
      await utimes(pathOf(key), now_s, now_s)
      return now_s * 1_000
    },
  }
}

/** Each touch writes the file anew, so not every one does. */
const betweenTouches_ms = 30 * 60_000

function openStore(config: BackupPlaceSettings & { BACKUP_DIR: string }): BackupPlace {
  const url = withoutSlash(config.BACKUP_DIR)
  const files = createStoreFiles({
    S3_URL: url,
    S3_REGION: config.BACKUP_REGION,
    S3_ACCESS_KEY: config.BACKUP_ACCESS_KEY,
    S3_SECRET_KEY: config.BACKUP_SECRET_KEY,
  })
  return {
    ...files,
    name: url,
    pathOf: (key) => `${url}/${key}`,
    async touch(key, now_ms) {
      const last_ms = (await writtenAt(files, key)) ?? 0
      if (now_ms - last_ms < betweenTouches_ms) return last_ms
      await files.store(key, files.open(key))
      return (await writtenAt(files, key)) ?? now_ms
    },
  }
}

/** When a file was last written, in milliseconds; null if it is not there. */
export const writtenAt = async (files: Pick<Files, 'list'>, key: string): Promise<number | null> =>
  (await files.list(key)).find((one) => one.key === key)?.written_ms ?? null

const withoutSlash = (text: string): string => text.replace(/\/+$/, '')

const namePattern = /^leadloom-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)-\d{3}Z\.tar\.age$/

interface StoredBackup {
  name: string
  madeAt_ms: number
  /** It was restored once and found whole. */
  isVerified: boolean
}

export const backupName = (at: Date): string => `leadloom-${at.toISOString().replaceAll(/[:.]/g, '-')}.tar.age`

/** The mark beside a backup that was restored once and found whole. */
export const proofOf = (name: string): string => `${name}.verified`

export const markVerified = (place: BackupPlace, name: string): Promise<void> =>
  place.store(proofOf(name), Readable.from([Buffer.from('restored and found whole\n')]))

/** The complete backups of a place, newest first. */
export async function listBackups(place: BackupPlace): Promise<StoredBackup[]> {
  const names = new Set((await place.list('leadloom-')).map(({ key }) => key))
  const backups = [...names].flatMap((name) => {
    const time = namePattern.exec(name)?.[1]
    if (!time) return []
    const [date, clock] = time.split('T') as [string, string]
    const madeAt_ms = Date.parse(`${date}T${clock.replaceAll('-', ':')}Z`)
    return [{ name, madeAt_ms, isVerified: names.has(proofOf(name)) }]
  })
  return backups.sort((a, b) => (a.name < b.name ? 1 : -1))
}

/** Removes all but the newest. Returns what was removed. */
export async function removeOldBackups(place: BackupPlace, keep: number): Promise<string[]> {
  const old = (await listBackups(place)).slice(keep)
  for (const { name, isVerified } of old) {
    await place.remove(name)
    if (isVerified) await place.remove(proofOf(name))
  }
  return old.map(({ name }) => place.pathOf(name))
}
