import { appendFileSync } from 'node:fs'
import { runLanes, type LaneFigures, type LanesJob } from '../support/lanes.ts'
import { createRequest } from './hits.ts'

export interface LoadJob extends LanesJob {
  key: string
  /** The file to which ids of acknowledged hits are appended, one per line. */
  acknowledgedFile: string
}

export interface LoadResult extends LaneFigures {
  acknowledged: number
  refused: number
}

const endOfHead = Buffer.from('\r\n\r\n')

/** Sends hits and waits for every response, so that all acknowledged hits are known. */
export async function load(job: LoadJob): Promise<LoadResult> {
  const ids: string[] = []
  let refusals = 0
  let count = 0
  const start_ms = Date.now()
  const figures = await runLanes(job, 200_000, (number) => {
    const request = createRequest(job.key, start_ms, number)
    let id = ''
    return {
      next() {
        id = request.next(++count)
        return request.bytes
      },
      hear(chunk) {
        // Detects 204 by the first and last of the three digits after "HTTP/1.1 ".
        if (chunk[9] === 50 && chunk[11] === 52 && chunk.subarray(-4).equals(endOfHead)) ids.push(id)
        else refusals++
        return true
      },
    }
  })
  appendFileSync(job.acknowledgedFile, ids.map((id) => `${id}\n`).join(''))
  return { ...figures, acknowledged: ids.length, refused: refusals }
}
