import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { z } from 'zod'

// A backup is a tar whose entries are pieces of parts, since the size of a part is known only at its end:
// header.json, database.tar.gz.00001, …, files.tar.gz.00001, …, manifest.json. Without its manifest it is incomplete.

const block_bytes = 512
const piece_bytes = 4 * 1024 * 1024
/** Far above a piece: a size beyond it is damage, not data. */
const longestEntry_bytes = 64 * 1024 * 1024

export const parts = ['database', 'files'] as const
export type Part = (typeof parts)[number]

export const headerSchema = z.object({
  format: z.literal(1),
  program: z.string(),
  /** `own`: of an operator's server, whose folder no other than such a server can start. */
  server: z.enum(['embedded', 'own']).default('embedded'),
  postgres: z.string(),
  machine: z.string(),
  migration: z.string(),
  key_id: z.string().nullable(),
  made_at: z.string(),
})
/** What a restore has to know before it writes anything. */
export type Header = z.output<typeof headerSchema>

export const manifestSchema = z.object({
  parts: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
})
export type Manifest = z.output<typeof manifestSchema>

export interface Entry {
  name: string
  body: Buffer
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`

function packEntry({ name, body }: Entry): Buffer {
  const head = Buffer.alloc(block_bytes)
  head.write(name, 0)
  head.write(octal(0o600, 8) + octal(0, 8) + octal(0, 8) + octal(body.length, 12) + octal(0, 12), 100)
  head.write('        0', 148)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([head, body, Buffer.alloc(-body.length & (block_bytes - 1))])
}

const packJson = (name: string, value: unknown): Buffer =>
  packEntry({ name, body: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) })

async function* cut(stream: Readable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    length += chunk.length
    if (length < piece_bytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
}

/** Writes a backup; a part is opened when the one before it has ended. */
export async function* packArchive(
  header: Header,
  streams: Partial<Record<Part, () => Promise<Readable>>>,
): AsyncGenerator<Buffer> {
  yield packJson('header.json', header)
  const manifest: Manifest = { parts: {} }
  for (const part of parts) {
    const open = streams[part]
    if (!open) continue
    const hash = createHash('sha256')
    let bytes = 0
    let number = 0
    for await (const body of cut(await open())) {
      hash.update(body)
      bytes += body.length
      yield packEntry({ name: `${part}.tar.gz.${String(++number).padStart(5, '0')}`, body })
    }
    manifest.parts[part] = { bytes, sha256: hash.digest('hex') }
  }
  yield packJson('manifest.json', manifest)
  yield Buffer.alloc(2 * block_bytes)
}

/** Reads what `packArchive` wrote, entry by entry. Throws for anything else. */
export async function* readArchive(stream: Readable): AsyncGenerator<Entry> {
  let waiting: Buffer[] = []
  let length = 0
  let nextLength = block_bytes
  let head: { name: string; size: number } | null = null
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    waiting.push(Buffer.from(chunk))
    length += chunk.length
    while (length >= nextLength) {
      const all: Buffer = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting)
      const piece = all.subarray(0, nextLength)
      waiting = [all.subarray(nextLength)]
      length -= nextLength
      if (head) {
        yield { name: head.name, body: piece.subarray(0, head.size) }
        head = null
        nextLength = block_bytes
        continue
      }
      if (piece[0] === 0) continue
      head = readHead(piece)
      nextLength = head.size + (-head.size & (block_bytes - 1))
    }
  }
}

function readHead(block: Buffer): { name: string; size: number } {
  const textAt = (from: number, to: number): string => block.toString('latin1', from, to).replace(/\0.*$/s, '')
  const size = Number.parseInt(textAt(124, 136), 8)
  if (textAt(257, 262) !== 'ustar' || !(size >= 0 && size <= longestEntry_bytes))
    throw new Error('unknown format of an entry')
  return { name: textAt(0, 100), size }
}
