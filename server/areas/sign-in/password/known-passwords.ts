import { createHash } from 'node:crypto'
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { projectRoot } from '#server/platform/project-root.ts'

/** First bytes of the SHA-256 of each password of the list, sorted (scripts/common-passwords.mjs, README). */
const print_bytes = 5
let list: Promise<Buffer> | undefined

/** Loaded with the first check and cached: 700 kB. */
const readList = (): Promise<Buffer> =>
  (list ??= readFile(join(projectRoot, 'server/areas/sign-in/password/common-passwords.bin')))

/**
 * Whether a password is one that attackers try first: on the list of leaked ones, one of them with a year or some
 * characters around it, or in the operator's own list of breached passwords. Nothing leaves the machine.
 */
export async function isKnownPassword(config: Pick<Config, 'BREACHED_PASSWORDS'>, password: string): Promise<boolean> {
  const prints = await readList()
  const lowerCase = password.toLowerCase()
  const bare = lowerCase.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  if ([lowerCase, bare, halfOf(bare)].some((text) => text !== '' && holds(prints, text))) return true
  return config.BREACHED_PASSWORDS !== undefined && isBreached(config.BREACHED_PASSWORDS, password)
}

/** `sunshinesunshine` is `sunshine`. */
function halfOf(text: string): string {
  const half = text.slice(0, text.length / 2)
  return half + half === text ? half : ''
}

function holds(prints: Buffer, text: string): boolean {
  const print = createHash('sha256').update(text).digest().subarray(0, print_bytes)
  let low = 0
  let high = prints.length / print_bytes
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = prints.compare(print, 0, print_bytes, middle * print_bytes, (middle + 1) * print_bytes)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}

/** A line of the list as Have I Been Pwned publishes it, ordered by hash: SHA-1 in capitals, a colon, how often. */
const hash_chars = 40
const longestLine_bytes = 64

/** Looks a password up by binary search in a file of any size. Throws if unreadable, so that none passes unchecked. */
async function isBreached(file: string, password: string): Promise<boolean> {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  const handle = await open(file)
  try {
    let low = 0
    let high = (await handle.stat()).size
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const line = await lineAfter(handle, middle)
      if (line?.hash === digest) return true
      if (line && line.start < high && line.hash < digest) low = line.start + 1
      else high = middle
    }
    return false
  } finally {
    await handle.close()
  }
}

/** The first line that starts at or after a position. */
async function lineAfter(handle: FileHandle, position: number): Promise<{ start: number; hash: string } | null> {
  const from = Math.max(0, position - 1)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2 * longestLine_bytes), 0, 2 * longestLine_bytes, from)
  const text = buffer.toString('latin1', 0, bytesRead)
  const begin = position === 0 ? 0 : text.indexOf('\n') + 1
  if (position > 0 && begin === 0) return null
  const hash = text.slice(begin, begin + hash_chars)
  return hash.length === hash_chars ? { start: from + begin, hash } : null
}
