import type { Logger } from 'pino'
import { explainStart } from '#server/platform/explain-start.ts'

const usualDrain_ms = 10_000

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
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = () => reject(new Interrupted())
    if (ending.aborted) interrupt()
    ending.addEventListener('abort', interrupt)
  })
  // What was left half done fails once its connections are gone.
  step.catch(() => {})
  try {
    return await Promise.race([interrupted, step])
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
  const opened: Part[] = []
  const stopped = new Map<Part, Promise<unknown>>()
  const stop = (part: Part): Promise<unknown> => {
    const stopping =
      stopped.get(part) ?? part.stop().catch((error: unknown) => log.warn({ err: error }, 'could not stop'))
    stopped.set(part, stopping)
    return stopping
  }
  // Work that does not end in time ends with the process, but a server of its own, which was opened first, would live on.
  const giveUp = (): void => {
    const first = opened[0]
    setTimeout(() => process.exit(1), drain_ms).unref()
    void (first === undefined ? Promise.resolve() : stop(first)).then(() => process.exit(1))
  }
  const told = new AbortController()
  let ends = false
  const end = async (code: number): Promise<void> => {
    if (ends) return
    ends = true
    if (!told.signal.aborted) setTimeout(giveUp, drain_ms).unref()
    for (const part of opened.toReversed()) await stop(part)
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (told.signal.aborted) return
      log.info({ signal }, 'stopping')
      // Also for a step of the start that nothing can interrupt.
      setTimeout(giveUp, drain_ms).unref()
      told.abort()
    })
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    process.exit(1)
  })
  try {
    await start({ ending: told.signal, keep: (part) => (opened.push(part), part) })
    if (told.signal.aborted) return await end(0)
    told.signal.addEventListener('abort', () => void end(0))
  } catch (error) {
    if (!told.signal.aborted) console.error(explainStart(error) ?? error)
    await end(told.signal.aborted ? 0 : 1)
  }
}
