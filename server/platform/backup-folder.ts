import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const namePattern = /^leadloom-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)-\d{3}Z\.tar\.age$/

export interface StoredBackup {
  file: string
  madeAt_ms: number
}

export const backupName = (at: Date): string => `leadloom-${at.toISOString().replaceAll(/[:.]/g, '-')}.tar.age`

/** The complete backups of a folder, newest first. */
export function listBackups(folder: string): StoredBackup[] {
  if (!existsSync(folder)) return []
  const backups = readdirSync(folder).flatMap((name) => {
    const time = namePattern.exec(name)?.[1]
    if (!time) return []
    const [date, clock] = time.split('T') as [string, string]
    return [{ file: join(folder, name), madeAt_ms: Date.parse(`${date}T${clock.replaceAll('-', ':')}Z`) }]
  })
  return backups.sort((a, b) => (a.file < b.file ? 1 : -1))
}

/** The mark beside a backup that was restored once and found whole. */
export const proofOf = (file: string): string => `${file}.verified`

export const isVerified = (file: string): boolean => existsSync(proofOf(file))

/** Removes all but the newest. Returns what was removed. */
export function removeOldBackups(folder: string, keep: number): string[] {
  const old = listBackups(folder).slice(keep)
  for (const { file } of old) {
    rmSync(file)
    rmSync(proofOf(file), { force: true })
  }
  return old.map(({ file }) => file)
}
