import { deletionLists, type DeletionList, type ListedPerson } from '#server/areas/identity/deletions/deletion-lists.ts'
import { PlatformRefused } from './platform-client.ts'

const idPattern = /^[A-Za-z0-9]{12}$/
const hashPattern = /^[A-Za-z0-9+/]{43}=$/

/** Which list a file holds, by its name: `20261130_1234_Email.csv`. `Removed` holds rows of all lists. */
export const listOf = (fileName: string): DeletionList | 'Removed' | null =>
  [...deletionLists, 'Removed' as const].find((list) => fileName.endsWith(`_${list}.csv`)) ?? null

/** The rows of a list. A row that is not as documented stops the cycle: an answer for a part of a list would be wrong. */
export function* readListed(fileName: string, bytes: Buffer): Iterable<ListedPerson> {
  for (const [id, hash] of rowsOf(fileName, bytes, 'ID,Hash'))
    yield { id: id!, hash: Buffer.from(hash!, 'base64').toString('hex') }
}

/** The ids of rows that people withdrew. */
export const readRemoved = (fileName: string, bytes: Buffer): string[] =>
  [...rowsOf(fileName, bytes, 'ID,Hash,ListType')].map(([id]) => id!)

function* rowsOf(fileName: string, bytes: Buffer, head: string): Iterable<string[]> {
  let isHead = true
  for (const line of linesOf(bytes)) {
    if (isHead && line !== head) throw new PlatformRefused(`${fileName}: another header`)
    const cells = line.split(',')
    if (!isHead && !(idPattern.test(cells[0] ?? '') && hashPattern.test(cells[1] ?? '')))
      throw new PlatformRefused(`${fileName}: a row is not as documented`)
    if (!isHead) yield cells
    isHead = false
  }
}

const chunk_bytes = 1 << 20
const byteOrderMark = Buffer.from('\uFEFF')

/** Byte by byte, because all that is allowed is ASCII. */
function* linesOf(bytes: Buffer): Iterable<string> {
  let rest = ''
  const start = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0
  for (let from = start; from < bytes.length; from += chunk_bytes) {
    const lines = (rest + bytes.toString('latin1', from, from + chunk_bytes)).split(/\r?\n/)
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}

/** A file of answers: the platform spells its header so. */
export const writeAnswers = (answers: readonly { id: string; status: number }[]): string =>
  `Id,Status\r\n${answers.map(({ id, status }) => `${id},${status}\r\n`).join('')}`
