import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** A cell value. Its type follows from the value, so that a text is never a formula. */
export interface SheetCell {
  value: string | number | Date
  format?: string
  fontWeight?: 'bold'
  fontSize?: number
  align?: 'left' | 'right'
  wrap?: boolean
}

interface SheetLook {
  sheet: string
  columns: { width: number }[]
  rightToLeft: boolean
  stickyRowsCount: number
}

/** Ten thousand cells take a third of a second, so a worker thread writes them while the process serves other requests. */
const thread = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { rows, look, library } = workerData
  require(library).default(rows, look).toBuffer().then((file) => parentPort.postMessage(file))`

/** Far more than the longest report needs. */
const longestSheet_ms = 60_000

type WriteSheet = (rows: readonly (readonly (SheetCell | null)[])[], look: SheetLook) => Promise<Buffer>

/** Writes XLSX files, one at a time, so that concurrent requests don't use up memory with threads. */
export function createSheetWriter(longest_ms: number): WriteSheet {
  let before: Promise<unknown> = Promise.resolve()
  return (rows, look) => {
    const file = before.then(() => writeApart({ rows, look }, longest_ms))
    before = file.catch(() => {})
    return file
  }
}

export const writeSheet = createSheetWriter(longestSheet_ms)

/** Terminates a thread that doesn't finish, since all later requests would wait forever. */
function writeApart(request: object, longest_ms: number): Promise<Buffer> {
  const library = createRequire(import.meta.url).resolve('write-excel-file/node')
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { eval: true, workerData: { ...request, library } })
    const end = setTimeout(() => {
      reject(new Error('a spreadsheet took too long'))
      void worker.terminate()
    }, longest_ms)
    worker.once('message', (file: Uint8Array) => resolve(Buffer.from(file)))
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(end)
      reject(new Error('a spreadsheet was not fully written'))
    })
  })
}
