import { appendFileSync } from 'node:fs'
import { runLanes, type LaneFigures, type LanesJob } from '../support/lanes.ts'
import { createRequest } from './hits.ts'

export interface LoadJob extends LanesJob {
  key: string
  /** Where the ids of acknowledged hits are appended, one a line. */
  acknowledgedFile: string
}

export interface LoadResult extends LaneFigures {
  acknowledged: number
  refused: number
}

const endOfHead = Buffer.from('\r\n\r\n')

/** Sends hits; every one has its answer by the end, so that what was acknowledged is known to the last one. */
export async function load(job: LoadJob): Promise<LoadResult> {
  const acknowledged: string[] = []
  let refused = 0
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
        // 204: three digits after "HTTP/1.1 ".
        if (chunk[9] === 50 && chunk[11] === 52 && chunk.subarray(-4).equals(endOfHead)) acknowledged.push(id)
        else refused++
        return true
      },
    }
  })
  appendFileSync(job.acknowledgedFile, acknowledged.map((id) => `${id}\n`).join(''))
  return { ...figures, acknowledged: acknowledged.length, refused }
}
