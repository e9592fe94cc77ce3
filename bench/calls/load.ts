import { runLanes, type LaneFigures, type LanesJob } from '../support/lanes.ts'

export interface LoadJob extends LanesJob {
  /** Raw requests. Each connection sends them in a different order. */
  requests: string[]
  /** Each request may be sent only once. */
  isOnce?: boolean
}

export interface LoadResult extends LaneFigures {
  failed: number
  /** The first response that was not 200, for debugging. */
  firstFailure?: string
}

/** Sends the requests over and over, or only once each if `isOnce`. */
export async function load(job: LoadJob): Promise<LoadResult> {
  const { requests } = job
  let failures = 0
  let firstFailure: string | undefined
  let count = 0
  const figures = await runLanes(job, 100_000, (number) => {
    // A prime stride, so that each connection goes through all requests, and no two in the same order.
    let at = (number * 7_919) % requests.length
    let answer: Buffer = Buffer.alloc(0)
    return {
      next() {
        at = job.isOnce ? count++ % requests.length : (at + 104_729) % requests.length
        return requests[at]!
      },
      hear(chunk) {
        answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk])
        if (!isWhole(answer)) return false
        if (answer.toString('latin1', 9, 12) !== '200') {
          failures++
          firstFailure ??= answer.toString('utf8')
        }
        answer = Buffer.alloc(0)
        return true
      },
    }
  })
  return { ...figures, failed: failures, firstFailure }
}

const lengthName = Buffer.from('content-length: ')

function isWhole(answer: Buffer): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return false
  const at = answer.indexOf(lengthName)
  return (
    at > 0 && at < end && answer.length >= end + 4 + Number.parseInt(answer.toString('latin1', at + 16, at + 26), 10)
  )
}
