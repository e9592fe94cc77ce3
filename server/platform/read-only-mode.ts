import { machineTime } from './clock.ts'
import type { Platform } from './platform.ts'

/** Since when nothing is written, and why. */
interface ReadOnlyMode {
  since: Date
  reason: string
}

/** How often background work looks whether to follow. */
export const followEvery_ms = 4_000
/** Several kinds of work that look at about the same time share a look. */
export const sharedFor_ms = 3_000

interface Seen {
  mode: ReadOnlyMode | null
  at_ms: number
  look?: Promise<ReadOnlyMode | null> | undefined
}
const seenBy = new WeakMap<Platform, Seen>()

/** Null while the program writes as usual. A call looks at most once a second; a database that is away changes nothing. */
export async function readOnlyMode(platform: Platform, lookAgain_ms = 1_000): Promise<ReadOnlyMode | null> {
  const now_ms = machineTime(platform.clock)
  const lastLook = seenBy.get(platform) ?? { mode: null, at_ms: -Infinity }
  seenBy.set(platform, lastLook)
  if (Math.abs(now_ms - lastLook.at_ms) < lookAgain_ms) return lastLook.mode
  lastLook.look ??= platform.appPool
    .query<ReadOnlyMode>('select since, reason from read_only_mode')
    .then(
      ({ rows }) => rows[0] ?? null,
      () => lastLook.mode,
    )
    .then((mode) => {
      Object.assign(lastLook, { mode, at_ms: machineTime(platform.clock), look: undefined })
      return mode
    })
  return lastLook.look
}

/** The same as last seen, for those who cannot wait. */
export const isReadOnly = (platform: Platform): boolean => (seenBy.get(platform)?.mode ?? null) !== null
