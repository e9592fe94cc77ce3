// Of several starts in one folder, one installs and builds while the others wait. Plain Node, because it runs before
// anything is installed.
import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { at } from './lib.mjs'

/** A holder says so this often that it lives; one that was killed has not for longer. */
const beat_ms = 2_000
const dead_ms = 15_000

/** Whether this process took the lock; one whose holder was killed is removed. */
function take(file) {
  try {
    closeSync(openSync(file, 'wx'))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const lock = statSync(file, { throwIfNoEntry: false })
    if (lock && Date.now() - lock.mtimeMs > dead_ms) rmSync(file, { force: true })
    return false
  }
}

/** Runs work while no other process runs its own on the same file. */
export async function oneAtATime(work, file = at('.installing')) {
  let waits = false
  while (!take(file)) {
    if (!waits) console.log('Waiting for another start in this folder, which installs or builds …')
    waits = true
    await sleep(300)
  }
  const beat = setInterval(() => {
    const now = new Date()
    utimesSync(file, now, now)
  }, beat_ms)
  const release = () => rmSync(file, { force: true })
  process.on('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}
