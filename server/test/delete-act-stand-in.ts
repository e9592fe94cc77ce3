import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { strToU8, zipSync } from 'fflate'

const say = (response: ServerResponse, status: number, message: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }))
}

/** A row of a list. */
interface Row {
  id: string
  hash: string
}

/**
 * California's platform for deletion requests, as strict as its documentation: one key, an open batch must be answered before the next
 * one, files keep their names, headers are exact, and every row of a batch needs one of the statuses 2 to 5.
 */
export async function startDeleteActPlatform(key: string) {
  let waiting: Record<string, Row[]> | null = null
  let withdrawals: (Row & { list: string })[] = []
  let open: Map<string, Set<string>> | null = null
  let isPreparing = false
  const answers = new Map<string, number>()
  const amendments = amendmentsOf(answers)
  function sendBatch(response: ServerResponse): void {
    if (open) return say(response, 409, 'the earlier batch is not answered')
    if (isPreparing) {
      response.setHeader('retry-after', '60')
      return say(response, 202, 'is being prepared')
    }
    if (!waiting) return say(response, 200, 'nothing new')
    const files = Object.entries(waiting).map(([list, rows]) => ({ name: `20261130_1234_DROP_${list}.csv`, rows }))
    open = new Map(files.map(({ name, rows }) => [name, new Set(rows.map(({ id }) => id))]))
    amendments.note(open)
    const entries = files.map(({ name, rows }) => [
      name,
      fileOf(
        'ID,Hash',
        rows.map(({ id, hash }) => `${id},${hash}`),
      ),
    ])
    if (withdrawals.length > 0)
      entries.push([
        '20261130_1234_DROP_Removed.csv',
        fileOf(
          'ID,Hash,ListType',
          withdrawals.map(({ id, hash, list }) => `${id},${hash},${list}`),
        ),
      ])
    waiting = null
    withdrawals = []
    response.writeHead(200, { 'content-type': 'application/zip' }).end(zipSync(Object.fromEntries(entries)))
  }
  async function takeAnswers(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (!open) return say(response, 409, 'no open batch')
    const body = Buffer.concat(chunks).toString('utf8')
    const { refusals, count } = takeFiles(open, body, answers)
    if (open.size === 0) open = null
    response.writeHead(refusals.length === count ? 400 : 202, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ message: '', rejected: refusals, accepted: [] }))
  }
  const server = createServer((request, response) => {
    if (request.headers['x-api-key'] !== key) return say(response, 401, 'unknown key')
    if (request.method === 'GET' && request.url === '/data/download') return sendBatch(response)
    if (request.method === 'POST' && request.url === '/data/upload') return void takeAnswers(request, response)
    if (request.method === 'POST' && request.url === '/data/amend') return void amendments.take(request, response)
    return say(response, 404, 'not found')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    answers,
    amended: amendments.amended,
    isAnswered: () => open === null,
    list: (lists: Record<string, Row[]>) => (waiting = lists),
    withdraw: (list: string, row: Row) => withdrawals.push({ ...row, list }),
    prepare: (is: boolean) => (isPreparing = is),
    close: () => new Promise((closed) => server.close(closed)),
  }
}

/** Only rows that were answered before can be amended, in a file of their batch's name. */
function amendmentsOf(answers: ReadonlyMap<string, number>) {
  const changes = new Map<string, number>()
  const idsOfFiles = new Map<string, Set<string>>()
  return {
    amended: changes,
    note(batch: ReadonlyMap<string, ReadonlySet<string>>): void {
      for (const [name, ids] of batch) idsOfFiles.set(name, new Set([...(idsOfFiles.get(name) ?? []), ...ids]))
    },
    async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const parts = [...Buffer.concat(chunks).toString('utf8').matchAll(filePattern)]
      const isKnown = ([, name, text]: RegExpMatchArray): boolean =>
        text!.startsWith('Id,Status') &&
        [...text!.matchAll(answerPattern)].every(([, id]) => idsOfFiles.get(name!)?.has(id!) && answers.has(id!))
      if (!parts.every(isKnown)) return say(response, 400, 'rows that were not answered')
      for (const [, , text] of parts)
        for (const [, id, status] of text!.matchAll(answerPattern)) changes.set(id!, Number(status))
      response.writeHead(202, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ message: '', rejected: [], accepted: [] }))
    },
  }
}

const filePattern = /name="files"; filename="([^"]+)"\r\n[^\r]*\r\n\r\n([^]*?)\r\n--/g
const answerPattern = /^(\w{12}),([2-5])\r?$/gm

const fileOf = (head: string, lines: readonly string[]): Uint8Array => strToU8([head, ...lines, ''].join('\n'))

function problemOf(ids: Set<string> | undefined, text: string): string | null {
  if (!ids) return 'unknown file name'
  const [head, ...lines] = text.split(/\r?\n/).filter(Boolean)
  if (head !== 'Id,Status') return 'another header'
  const isWhole =
    lines.length === ids.size && lines.every((line) => /^\w{12},[2-5]$/.test(line) && ids.has(line.slice(0, 12)))
  return isWhole ? null : 'rows are missing or wrong'
}

/** Accepts the right files of an upload, and says what is wrong with the others. */
function takeFiles(open: Map<string, Set<string>>, body: string, answers: Map<string, number>) {
  const refusals: { fileName: string; message: string }[] = []
  const parts = [...body.matchAll(filePattern)]
  for (const [, fileName, text] of parts) {
    const message = problemOf(open.get(fileName!), text!)
    if (message !== null) {
      refusals.push({ fileName: fileName!, message })
      continue
    }
    open.delete(fileName!)
    for (const [, id, status] of text!.matchAll(/^(\w{12}),(\d)\r?$/gm)) answers.set(id!, Number(status))
  }
  return { refusals, count: parts.length }
}
