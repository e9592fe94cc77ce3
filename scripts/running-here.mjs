// Programs that run from `dist`: a rebuild would take their pages away from under them.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { at } from './lib.mjs'

/** Whether a process lives that was started as this one was; another may have got the id of one that ended. */
function lives(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start.mjs')
  } catch {
    return process.platform !== 'linux'
  }
}

/** The ids of programs that run here; what killed ones left is removed. */
export function programsHere(folder = at('.tmp', 'running')) {
  let names = []
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  return names.map(Number).filter((pid) => {
    if (pid === process.pid) return false
    const isAlive = lives(pid)
    if (!isAlive) rmSync(join(folder, String(pid)), { force: true })
    return isAlive
  })
}

/** Says that this process runs from `dist`. A folder that cannot be written to cannot be rebuilt either. */
export function noteRunning(folder = at('.tmp', 'running')) {
  const file = join(folder, String(process.pid))
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, '')
  } catch {
    return
  }
  process.on('exit', () => rmSync(file, { force: true }))
}
