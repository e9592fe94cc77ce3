import { readFileSync, readdirSync } from 'node:fs'

const tick_ms = 10

/** The fields of /proc/PID/stat after the name: state, parent, …; undefined if not available (ended, not Linux). */
function statOf(pid: number | string): number[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ').map(Number)
  } catch {
    return undefined
  }
}

const parentAt = 1
const [userAt, systemAt, endedUserAt, endedSystemAt] = [11, 12, 13, 14]

/** CPU time that a process has used so far, in milliseconds; 0 if unavailable (not Linux). */
export function cpuOf_ms(pid: number): number {
  const stat = statOf(pid)
  return stat ? (stat[userAt]! + stat[systemAt]!) * tick_ms : 0
}

/** The same for a process and its descendants, such as PostgreSQL's, including those that have ended. */
export function cpuOfFamily_ms(pid: number): number {
  const stat = statOf(pid)
  if (!stat) return 0
  const ended_ms = (stat[endedUserAt]! + stat[endedSystemAt]!) * tick_ms
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name)?.[parentAt] === pid)
  return children.reduce((sum, child) => sum + cpuOf_ms(Number(child)), cpuOf_ms(pid) + ended_ms)
}
