import { resolveAgency } from '#server/areas/leads/resolve-agency.ts'
import type { Platform } from '#server/platform/platform.ts'
import { cpuOfFamily_ms } from '../support/cpu.ts'

// What a benchmark of the pipeline measures: visits, the leads of them, and the time that they took.

export interface Work {
  visits: number
  leads: number
  seconds: number
}

export interface Measured extends Work {
  cpu_ms: number
}

/** Resolves all visits of these agencies, as many agencies in parallel as there are lanes. */
export async function resolveAll(platform: Platform, agencyIds: readonly string[], atOnce: number): Promise<Work> {
  const waiting = [...agencyIds]
  const sum = { visits: 0, leads: 0 }
  const began = performance.now()
  const lane = async (): Promise<void> => {
    for (let id = waiting.shift(); id; id = waiting.shift()) {
      for (let more = true; more;) {
        const outcome = await resolveAgency(platform, id)
        sum.visits += outcome.visits
        sum.leads += outcome.leads
        more = outcome.more
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return { ...sum, seconds: (performance.now() - began) / 1000 }
}

export const nothing = (): Measured => ({ visits: 0, leads: 0, seconds: 0, cpu_ms: 0 })
export const rate = ({ visits, seconds }: Work): number => Math.round(visits / seconds)
export const share = (part: number, whole: number): number => Number((part / whole).toFixed(3))

/** Adds work to a sum, with the CPU time of the database and of this program. */
export async function addTo(sum: Measured, serverPid: number, work: () => Promise<Work>): Promise<void> {
  const cpu_ms = (): number =>
    cpuOfFamily_ms(serverPid) + process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000
  const before_ms = cpu_ms()
  const outcome = await work()
  const spent_ms = cpu_ms() - before_ms
  // A session that ended meanwhile takes its CPU time out of the sum, so the result is unknown.
  sum.cpu_ms += spent_ms > 0 ? spent_ms : Number.NaN
  sum.visits += outcome.visits
  sum.leads += outcome.leads
  sum.seconds += outcome.seconds
}
