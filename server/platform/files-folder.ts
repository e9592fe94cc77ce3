import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Pool } from 'pg'
import type { Config } from './config.ts'

type FolderSettings = Pick<Config, 'DATA_DIR'>

/** Not a file key: it cannot be listed or removed with files. */
const markName = '.folder-id'

/** Whether files are in a folder of this machine: not if a store has them, and a process that only collects may have none at all. */
export const storesFiles = ({ ROLES, S3_URL }: Pick<Config, 'ROLES' | 'S3_URL'>): boolean =>
  S3_URL === undefined && (ROLES.includes('web') || ROLES.includes('work'))

export const filesFolderOf = ({ DATA_DIR }: FolderSettings): string => resolve(DATA_DIR, 'files')

/** The folder's id as it is written in it; null if none is. */
function readMark(config: FolderSettings): string | null {
  try {
    return readFileSync(join(filesFolderOf(config), markName), 'utf8').trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** `shared`: the folder is the one that the database names; `another`: this machine stores files where others do not look. */
export type FilesFolder = { state: 'unmarked' } | { state: 'shared' | 'another'; id: string }

export async function compareFilesFolder(ownerPool: Pool, config: FolderSettings): Promise<FilesFolder> {
  const { rows } = await ownerPool.query<{ id: string }>('select id from files_folder')
  const id = rows[0]?.id
  if (id === undefined) return { state: 'unmarked' }
  return { state: readMark(config) === id ? 'shared' : 'another', id }
}

/** Marks the folder of the first start of a database; that of any other start is only compared. */
export async function markFilesFolder(ownerPool: Pool, config: FolderSettings, freshId: string): Promise<FilesFolder> {
  const { rowCount } = await ownerPool.query('insert into files_folder (id) values ($1) on conflict do nothing', [
    freshId,
  ])
  if (rowCount === 1) {
    const folder = filesFolderOf(config)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, markName), `${freshId}\n`, { mode: 0o600, flush: true })
  }
  return compareFilesFolder(ownerPool, config)
}
