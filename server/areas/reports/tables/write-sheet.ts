import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** What a spreadsheet shows in a cell. Its kind follows from its value, so that a text is never a formula. */
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

/** Ten thousand cells take a third of a second: a thread of its own writes them while the process answers everybody else. */
const thread = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { rows, look, library } = workerData
  require(library).default(rows, look).toBuffer().then((file) => parentPort.postMessage(file))`

/** Much longer than the longest report takes. */
const longestSheet_ms = 60_000

type WriteSheet = (rows: readonly (readonly (SheetCell | null)[])[], look: SheetLook) => Promise<Buffer>

/** Writes XLSX files. One at a time, so that many who ask at once do not take all memory with their threads. */
export function createSheetWriter(longest_ms: number): WriteSheet {
  let before: Promise<unknown> = Promise.resolve()
  return (rows, look) => {
    const file = before.then(() => writeApart({ rows, look }, longest_ms))
    before = file.catch(() => {})
    return file
  }
}

export const writeSheet = createSheetWriter(longestSheet_ms)

/** A thread that does not end is ended: everybody behind it would wait for ever. */
function writeApart(wanted: object, longest_ms: number): Promise<Buffer> {
  const library = createRequire(import.meta.url).resolve('write-excel-file/node')
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { eval: true, workerData: { ...wanted, library } })
    const end = setTimeout(() => {
      reject(new Error('a spreadsheet took too long'))
      void worker.terminate()
    }, longest_ms)
    worker.once('message', (file: Uint8Array) => resolve(Buffer.from(file)))
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(end)
      reject(new Error('a spreadsheet was not written to its end'))
    })
  })
}
