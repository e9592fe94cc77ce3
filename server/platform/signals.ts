import type { Pool } from 'pg'
import type { Tx } from './database/tx.ts'

/** Notifications between processes, sent at commit. They contain ids and counts only, never personal data. */
export type Signal =
  | { kind: 'hits'; agencyIds: string[] }
  | { kind: 'leads'; rootId: string; agencyId: string; clientIds: string[]; count: number }
  | { kind: 'visits'; rootId: string; agencyId: string; clientIds: string[] }
  | { kind: 'deliveries'; rootId: string; agencyId: string; clientIds: string[] }
  | { kind: 'import'; rootId: string; importId: string }
  | { kind: 'clock'; offset_ms: number }

const channel = 'leadloom'
const reconnectAfter_ms = 500

/** Sends a signal with the transaction: listeners receive it after the commit and only then. */
export const signal = (tx: Tx, message: Signal): Promise<unknown> =>
  tx.query('select pg_notify($1, $2)', [channel, JSON.stringify(message)])

/** What listeners hear: also that signals may have been missed, because the connection was lost and is open again. */
type Heard = Signal | { kind: 'missed' }

export interface Signals {
  /** Subscribes to all signals of one kind; returns the function that unsubscribes. */
  on<Kind extends Heard['kind']>(kind: Kind, hear: (message: Extract<Heard, { kind: Kind }>) => void): () => void
  close(): Promise<void>
}

/**
 * Listens on one dedicated connection and shares it. Signals only speed work up, since those sent while the connection is
 * down are lost: code that needs to be sure also sweeps (`sweep.ts`).
 */
export async function createSignals(pool: Pool, warn: (error: unknown) => void): Promise<Signals> {
  const hearers = new Map<string, Set<(message: Heard) => void>>()
  let giveUp: (() => void) | null = null
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  const tell = (message: Heard): void => {
    for (const hear of hearers.get(message.kind) ?? []) hear(message)
  }
  const connect = async (): Promise<void> => {
    const fresh = await pool.connect()
    fresh.on('notification', ({ payload }) => tell(JSON.parse(payload ?? '{}') as Signal))
    let isReleased = false
    const release = (): void => {
      if (!isReleased) fresh.release(true)
      isReleased = true
    }
    // A connection that is being released can still be notified that its server is stopping.
    fresh.on('error', () => {
      release()
      if (giveUp !== release) return
      giveUp = null
      reconnect()
    })
    try {
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      release()
      throw error
    }
    giveUp = release
  }
  const reconnect = (): void => {
    if (isClosed) return
    timer = setTimeout(() => {
      connect().then(
        () => tell({ kind: 'missed' }),
        (error: unknown) => {
          warn(error)
          reconnect()
        },
      )
    }, reconnectAfter_ms)
  }

  await connect()
  return {
    on(kind, hear) {
      const listeners = hearers.get(kind) ?? new Set()
      hearers.set(kind, listeners)
      listeners.add(hear as (message: Heard) => void)
      return () => void listeners.delete(hear as (message: Heard) => void)
    },
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      giveUp?.()
      giveUp = null
    },
  }
}
