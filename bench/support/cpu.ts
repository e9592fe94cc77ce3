import { readFileSync, readdirSync } from 'node:fs'

const tick_ms = 10

/** Processor time that a process has used so far, in milliseconds; 0 where the system does not tell (not Linux). */
export function cpuOf_ms(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tick_ms
  } catch {
    return 0
  }
}

/** The same for a process and all that it has started, such as PostgreSQL's. */
export function cpuOfFamily_ms(pid: number): number {
  return familyOf(pid).reduce((sum, one) => sum + cpuOf_ms(one), 0)
}

function familyOf(pid: number): number[] {
  try {
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((name) => Number(readFileSync(`/proc/${name}/stat`, 'latin1').split(') ').at(-1)!.split(' ')[1]) === pid)
    return [pid, ...children.map(Number)]
  } catch {
    return [pid]
  }
}
