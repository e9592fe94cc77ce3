import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartProblem } from './start-problem.ts'

const key_bytes = 32

type KeySettings = Pick<Config, 'MASTER_KEY' | 'DATA_DIR'>

/** The key that encrypts secrets: the operator's, or the one next to the data; null if none was generated yet. */
export function readMasterKey({ MASTER_KEY, DATA_DIR }: KeySettings): Buffer | null {
  if (MASTER_KEY) return Buffer.from(MASTER_KEY, 'base64')
  const file = join(DATA_DIR, 'master-key')
  if (!existsSync(file)) return null
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (key.length !== key_bytes)
    throw new StartProblem(
      `${file} does not contain a whole key. Restore it, or remove it if nothing has been encrypted yet.`,
    )
  return key
}

/** The same; generates one if there is none. */
export const ensureMasterKey = (settings: KeySettings): Buffer => readMasterKey(settings) ?? makeMasterKey(settings)

/** Written under another name first: a full disk leaves no partial key, and of two processes one makes it. */
function makeMasterKey(settings: KeySettings): Buffer {
  const file = join(settings.DATA_DIR, 'master-key')
  const temporaryFile = `${file}.${randomBytes(6).toString('hex')}`
  mkdirSync(settings.DATA_DIR, { recursive: true })
  try {
    writeFileSync(temporaryFile, randomBytes(key_bytes).toString('base64'), { mode: 0o400, flush: true })
    chmodSync(temporaryFile, 0o400)
    linkSync(temporaryFile, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporaryFile, { force: true })
  }
  return readMasterKey(settings)!
}
