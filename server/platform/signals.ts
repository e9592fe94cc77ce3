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

export interface Signals {
  /** Subscribes to all signals of one kind; returns the function that unsubscribes. */
  on<Kind extends Signal['kind']>(kind: Kind, hear: (message: Extract<Signal, { kind: Kind }>) => void): () => void
  close(): Promise<void>
}

/**
 * Listens on one dedicated connection and shares it. Signals only speed work up: code that needs to be sure also polls,
 * since signals sent while the connection is down are lost.
 */
export async function createSignals(pool: Pool, warn: (error: unknown) => void): Promise<Signals> {
  const hearers = new Map<string, Set<(message: Signal) => void>>()
  let giveUp: (() => void) | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const connect = async (): Promise<void> => {
    const fresh = await pool.connect()
    fresh.on('notification', ({ payload }) => {
      const message = JSON.parse(payload ?? '{}') as Signal
      for (const hear of hearers.get(message.kind) ?? []) hear(message)
    })
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
    if (closed) return
    timer = setTimeout(() => {
      connect().catch((error: unknown) => {
        warn(error)
        reconnect()
      })
    }, reconnectAfter_ms)
  }

  await connect()
  return {
    on(kind, hear) {
      const set = hearers.get(kind) ?? new Set()
      hearers.set(kind, set)
      set.add(hear as (message: Signal) => void)
      return () => void set.delete(hear as (message: Signal) => void)
    },
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      giveUp?.()
      giveUp = null
    },
  }
}
