import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartProblem } from './start-problem.ts'

const key_bytes = 32

type KeySettings = Pick<Config, 'MASTER_KEY' | 'DATA_DIR'>

/** A ring, the first of which seals. */
export type MasterKeys = readonly [Buffer, ...Buffer[]]

/** The keys of a text, separated by commas or lines. */
const parseKeys = (text: string): Buffer[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((key) => Buffer.from(key, 'base64'))

/** The keys that encrypt secrets: the operator's, or those next to the data; null if none was generated yet. */
export function readMasterKeys({ MASTER_KEY, DATA_DIR }: KeySettings): MasterKeys | null {
  if (MASTER_KEY) return parseKeys(MASTER_KEY) as [Buffer, ...Buffer[]]
  const file = join(DATA_DIR, 'master-key')
  if (!existsSync(file)) return null
  const [first, ...others] = parseKeys(readFileSync(file, 'utf8'))
  if (!first || [first, ...others].some((key) => key.length !== key_bytes))
    throw new StartProblem(
      `${file} does not contain a whole key. Restore it, or remove it if nothing has been encrypted yet.`,
    )
  return [first, ...others]
}

/** The same; generates one if there is none. */
export const ensureMasterKeys = (settings: KeySettings): MasterKeys =>
  readMasterKeys(settings) ?? makeMasterKey(settings)

/** Written under another name first: a full disk leaves no partial key, and of two processes one makes it. */
function makeMasterKey(settings: KeySettings): MasterKeys {
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
  return readMasterKeys(settings)!
}
