import { Unzip, UnzipInflate } from 'fflate'
import type { Config } from '#server/platform/config.ts'
import { guardedFetch } from '#server/platform/guarded-fetch.ts'
import { newId } from '#server/platform/ids.ts'

// The interface of the platform of California's Delete Act, as its documentation 1.2.0 of 2026-07 describes it.

const longest_ms = 600_000
const longestArchive_bytes = 1_500_000_000

/** What the platform refused, in words for the operator. */
export class PlatformRefused extends Error {}

interface Platform {
  url: string
  key: string
}

type Download = { state: 'nothing' } | { state: 'later' } | { state: 'ready'; files: Map<string, Buffer> }

/** The open batch, by file names. `later`: it is being made. Throws `PlatformRefused`. */
export async function download(config: Config, { url, key }: Platform): Promise<Download> {
  const answer = await guardedFetch(config, {
    url: `${url}/data/download`,
    headers: { 'x-api-key': key },
    timeout_ms: longest_ms,
    maxBytes: longestArchive_bytes,
  })
  if (answer.status === 202 || answer.status === 429) return { state: 'later' }
  if (answer.status !== 200) throw new PlatformRefused(`download: ${answer.status}`)
  if (String(answer.headers['content-type']).includes('json')) return { state: 'nothing' }
  return { state: 'ready', files: unpack(answer.body) }
}

const chunk_bytes = 1 << 20

/** As bytes: a list of ten million rows is longer than a text may be. */
function unpack(archive: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer[]>()
  const unzip = new Unzip((file) => {
    const chunks: Buffer[] = []
    parts.set(file.name, chunks)
    file.ondata = (error, data) => {
      if (error) throw error
      chunks.push(Buffer.from(data))
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let from = 0; from < archive.length; from += chunk_bytes)
    unzip.push(archive.subarray(from, from + chunk_bytes), from + chunk_bytes >= archive.length)
  return new Map([...parts].map(([name, chunks]) => [name, Buffer.concat(chunks)]))
}

/** Answers files of the open batch. A file that was answered before is as good as accepted. Throws `PlatformRefused`. */
export async function upload(
  config: Config,
  platform: Platform,
  files: ReadonlyMap<string, Buffer>,
  isRepeated: boolean,
): Promise<void> {
  const answer = await sendFiles(config, platform, 'upload', files)
  // No open batch: the answers of a run that was interrupted arrived.
  if (answer.status === 409 && isRepeated) return
  readRefusals('upload', answer)
}

/** Corrects rows of batches that were answered before, in files of the same names. Throws `PlatformRefused`. */
export const amend = async (config: Config, platform: Platform, files: ReadonlyMap<string, Buffer>): Promise<void> =>
  readRefusals('amend', await sendFiles(config, platform, 'amend', files))

function sendFiles(
  config: Config,
  { url, key }: Platform,
  what: 'upload' | 'amend',
  files: ReadonlyMap<string, Buffer>,
) {
  const boundary = newId(0)
  const parts = [...files].flatMap(([name, content]) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
  return guardedFetch(config, {
    url: `${url}/data/${what}`,
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    timeout_ms: longest_ms,
  })
}

function readRefusals(what: string, { status, body }: { status: number; body: Buffer }): void {
  if (status !== 202) throw new PlatformRefused(`${what}: ${status}`)
  const { rejected } = JSON.parse(body.toString('utf8')) as { rejected: { fileName: string; message: string }[] }
  const refusals = rejected.filter(({ message }) => !/already|duplicate/i.test(message))
  if (refusals.length > 0) throw new PlatformRefused(`${what}: ${refusals.map(({ fileName }) => fileName).join(', ')}`)
}
