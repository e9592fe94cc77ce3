import { deletionLists, type DeletionList } from '#server/areas/identity/deletions/deletion-lists.ts'
import { PlatformRefused } from './platform-client.ts'

/** Which list a file holds, by its name: `20261130_1234_Email.csv`. `Removed` holds rows of all lists. */
export const listOf = (fileName: string): DeletionList | 'Removed' | null =>
  [...deletionLists, 'Removed' as const].find((list) => fileName.endsWith(`_${list}.csv`)) ?? null

const byteOrderMark = Buffer.from('\uFEFF')
const [comma, equals, carriageReturn, lineFeed] = [0x2c, 0x3d, 0x0d, 0x0a]
const id_chars = 12
const hash_chars = 44

/** Which bytes a sign of an id (1) or of a hash (2) may be. */
const signs = new Uint8Array(256)
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789') signs[sign.charCodeAt(0)] = 3
for (const sign of '+/') signs[sign.charCodeAt(0)] = 2

/**
 * The lines of a list after its header, each an id and a hash: read byte by byte, because there are millions. A row that is not as
 * documented stops the cycle: an answer for a part of a list would be wrong. Throws `PlatformRefused`.
 */
export function rowsOf(fileName: string, bytes: Buffer): Buffer {
  const rows = afterHeader(fileName, bytes, 'ID,Hash')
  let at = 0
  while (at < rows.length) at = endOfRow(fileName, rows, at)
  return rows
}

function endOfRow(fileName: string, rows: Buffer, from: number): number {
  let at = from
  const isOf = (kind: number, count: number): boolean => {
    for (const end = at + count; at < end; at++) if (((signs[rows[at] ?? 0] ?? 0) & kind) === 0) return false
    return true
  }
  const isRow = isOf(1, id_chars) && rows[at++] === comma && isOf(2, hash_chars - 1) && rows[at++] === equals
  if (rows[at] === carriageReturn) at++
  if (!isRow || (at < rows.length && rows[at] !== lineFeed))
    throw new PlatformRefused(`${fileName}: a row is not as documented`)
  return at + 1
}

function afterHeader(fileName: string, bytes: Buffer, head: string): Buffer {
  const start = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0
  const end = bytes.indexOf(lineFeed, start)
  const line = bytes.toString('latin1', start, end === -1 ? bytes.length : end)
  if (line.replace(/\r$/, '') !== head) throw new PlatformRefused(`${fileName}: another header`)
  return end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 1)
}

/** The ids of rows that people withdrew. */
export const readRemoved = (fileName: string, bytes: Buffer): string[] =>
  afterHeader(fileName, bytes, 'ID,Hash,ListType')
    .toString('latin1')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => {
      const [id, hash] = line.split(',')
      if (!/^[A-Za-z0-9]{12}$/.test(id!) || !/^[A-Za-z0-9+/]{43}=$/.test(hash ?? ''))
        throw new PlatformRefused(`${fileName}: a row is not as documented`)
      return id!
    })
