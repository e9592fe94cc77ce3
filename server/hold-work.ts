import type { Platform } from './platform/platform.ts'
import { followEvery_ms, readOnlyMode, sharedFor_ms } from './platform/read-only-mode.ts'

/** Work that can be held and goes on later. */
export interface Holdable {
  hold(isHeld: boolean): Promise<void>
}

/** Holds this work while the program is in read-only mode; what runs is finished first. */
export function holdWhileReadOnly(platform: Platform, work: readonly Holdable[]): { stop(): Promise<void> } {
  let isHeld = false
  let isStopped = false
  let changing: Promise<unknown> = Promise.resolve()
  const look = async (): Promise<void> => {
    const shall = (await readOnlyMode(platform, sharedFor_ms)) !== null
    if (isStopped || shall === isHeld) return
    isHeld = shall
    platform.log.info({ held: shall }, 'background work follows the read-only mode')
    await Promise.all(work.map((one) => one.hold(shall)))
  }
  const timer = setInterval(() => {
    changing = changing.then(look).catch((error: unknown) => {
      platform.log.error({ err: error }, 'background work could not follow the read-only mode')
    })
  }, followEvery_ms)
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await changing
    },
  }
}

/** Makes something that starts and stops holdable. */
export async function holdable(
  start: () => Promise<() => Promise<unknown>>,
): Promise<Holdable & { stop(): Promise<void> }> {
  let stop: (() => Promise<unknown>) | null = await start()
  return {
    async hold(isHeld) {
      if (isHeld) {
        await stop?.()
        stop = null
      } else stop ??= await start()
    },
    async stop() {
      await stop?.()
      stop = null
    },
  }
}
