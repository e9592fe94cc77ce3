import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { decryptStream, encryptStream } from '#server/backup/encryption.ts'
import { StartProblem } from '#server/platform/start-problem.ts'

// A moved agency is lines of text, compressed and encrypted as backups are. Each begins with its kind:
// H what it is · O an opt-out · P a person with hashes · N the name of a table · S sealed values of the next row · R a row ·
// K the key of a file · B bytes of it · E the end, with what must be there after an import. Without its end it is incomplete.

export const headerSchema = z.object({
  format: z.literal(1),
  program: z.string(),
  migration: z.string(),
  agency_id: z.uuid(),
  root_id: z.uuid(),
  name: z.string(),
  made_at: z.string(),
  /** When the oldest hit or visit came in. */
  oldest_ms: z.number().nullable(),
})
export type TenantHeader = z.output<typeof headerSchema>

export const endSchema = z.object({ rows: z.record(z.string(), z.number()), files: z.number(), books: z.string() })
export type TenantEnd = z.output<typeof endSchema>

export type LineKind = 'H' | 'O' | 'P' | 'N' | 'S' | 'R' | 'K' | 'B' | 'E'
export interface Line {
  kind: LineKind
  text: string
}

export const line = (kind: LineKind, value: string | object): string =>
  `${kind}${typeof value === 'string' ? value : JSON.stringify(value)}\n`

const batch_chars = 256 * 1024

/** A few lines at once: each by itself would cost more than what is in it. */
async function* joined(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let waiting = ''
  for await (const one of lines) {
    waiting += one
    if (waiting.length < batch_chars) continue
    yield Buffer.from(waiting)
    waiting = ''
  }
  yield Buffer.from(waiting)
}

export function sealLines(key: string, lines: AsyncIterable<string>): Promise<Readable> {
  const zip = createGzip({ level: 1 })
  // Its failure is passed on to whoever reads.
  pipeline(Readable.from(joined(lines)), zip).catch((error: Error) => zip.destroy(error))
  return encryptStream(key, zip)
}

/** Only by line feeds: texts of people have other ends of lines, which `readline` would take for such. */
async function* textLines(stream: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') throw new Error('its end is missing')
}

/** Throws `StartProblem` if the key does not open it. */
export async function* openLines(key: string, sealed: Readable): AsyncGenerator<Line> {
  const plain = await decryptStream(key, sealed)
  const unzip = createGunzip()
  let fault: Error | null = null
  pipeline(plain, unzip).catch((error: Error) => {
    fault = error
    unzip.destroy()
  })
  try {
    for await (const text of textLines(unzip)) yield { kind: text.slice(0, 1) as LineKind, text: text.slice(1) }
  } catch (error) {
    throw new StartProblem('The file is damaged. Nothing was imported.', { cause: fault ?? error })
  }
}
