import type { Logger } from 'pino'
import { explainStart } from '#server/platform/explain-start.ts'

export const usualDrain_ms = 10_000

interface Part {
  stop(): Promise<unknown>
}

/** What a start has opened, in order. */
export interface Lifetime {
  /** Aborted when the program is told to stop, even while it starts. */
  readonly ending: AbortSignal
  /** Remembers that this must be stopped, before what was opened earlier. */
  keep<T extends Part>(opened: T): T
}

/** Thrown by a step of the start that was told to stop. */
class Interrupted extends Error {}

/** Waits for a step of the start, unless the program is told to stop meanwhile. */
export async function unlessEnding<T>(ending: AbortSignal, step: Promise<T>): Promise<T> {
  let interrupt = (): void => {}
  const interruption = new Promise<never>((_, reject) => {
    interrupt = () => reject(new Interrupted())
    if (ending.aborted) interrupt()
    ending.addEventListener('abort', interrupt)
  })
  // What was left half done fails once its connections are gone.
  step.catch(() => {})
  try {
    return await Promise.race([interruption, step])
  } finally {
    ending.removeEventListener('abort', interrupt)
  }
}

/**
 * Starts the program, and stops what the start has opened when it fails or when a signal arrives, at whatever moment: no
 * database server is left behind.
 */
export async function live(
  log: Logger,
  start: (lifetime: Lifetime) => Promise<void>,
  drain_ms = usualDrain_ms,
): Promise<void> {
  const parts: Part[] = []
  const stops = new Map<Part, Promise<unknown>>()
  const stop = (part: Part): Promise<unknown> => {
    const stopping =
      stops.get(part) ?? part.stop().catch((error: unknown) => log.warn({ err: error }, 'could not stop'))
    stops.set(part, stopping)
    return stopping
  }
  // Work that does not end in time ends with the process, but a server of its own, which was opened first, would live on.
  const giveUp = (): void => {
    const first = parts[0]
    setTimeout(() => process.exit(1), drain_ms).unref()
    void (first === undefined ? Promise.resolve() : stop(first)).then(() => process.exit(1))
  }
  const abortion = new AbortController()
  let ends = false
  const end = async (code: number): Promise<void> => {
    if (ends) return
    ends = true
    if (!abortion.signal.aborted) setTimeout(giveUp, drain_ms).unref()
    for (const part of parts.toReversed()) await stop(part)
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (abortion.signal.aborted) return
      log.info({ signal }, 'stopping')
      // Also for a step of the start that nothing can interrupt.
      setTimeout(giveUp, drain_ms).unref()
      abortion.abort()
    })
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    process.exit(1)
  })
  try {
    await start({ ending: abortion.signal, keep: (part) => (parts.push(part), part) })
    if (abortion.signal.aborted) return await end(0)
    abortion.signal.addEventListener('abort', () => void end(0))
  } catch (error) {
    if (!abortion.signal.aborted) console.error(explainStart(error) ?? error)
    await end(abortion.signal.aborted ? 0 : 1)
  }
}
