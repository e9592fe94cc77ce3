/** Something that waits to be stored and is told once how it went. */
export interface Waiting {
  settle(stored: boolean): void
}

export interface GroupCommit<Item extends Waiting> {
  /** Takes an item, or refuses it because too many are waiting or the collector is closing. */
  add(item: Item): boolean
  /** Stores what is waiting and takes nothing new. */
  close(): Promise<void>
}

export interface GroupCommitOptions<Item> {
  /** Stores a batch for good; answers what of it was refused. Rejects when it is not certain of any that it did. */
  write(batch: Item[]): Promise<ReadonlySet<Item> | undefined>
  /** How many items may wait before new ones are refused. */
  mostWaiting: number
  mostInBatch: number
  /** Batches that may be on their way to the database at once. */
  mostWriting: number
  onFailure(error: unknown): void
}

/**
 * Stores what arrives together in one transaction. A batch leaves as soon as the one before is stored, never by a timer: a
 * lone item waits for nobody, and under load batches grow by themselves. A second one leaves beside it only when half as
 * many items wait as are on their way: it hides the time that the disk takes, while many small batches would cost more of the
 * processor than they save.
 */
export function createGroupCommit<Item extends Waiting>(options: GroupCommitOptions<Item>): GroupCommit<Item> {
  let queue: Item[] = []
  let writing = 0
  let lastBatch = 0
  const mayWrite = (): boolean =>
    queue.length > 0 && (writing === 0 || (writing < options.mostWriting && 2 * queue.length >= lastBatch))
  let scheduled = false
  let closed = false
  let onIdle: (() => void) | undefined

  const write = async (): Promise<void> => {
    scheduled = false
    if (!mayWrite()) return
    writing++
    const batch = queue.length <= options.mostInBatch ? queue : queue.slice(0, options.mostInBatch)
    queue = queue.length <= options.mostInBatch ? [] : queue.slice(options.mostInBatch)
    lastBatch = batch.length
    let stored = false
    let refused: ReadonlySet<Item> | undefined
    try {
      refused = await options.write(batch)
      stored = true
    } catch (error) {
      options.onFailure(error)
    }
    writing--
    // The next batch is on its way to the database while the answers of this one are written.
    void write()
    for (const item of batch) item.settle(stored && !refused?.has(item))
    if (writing === 0) onIdle?.()
  }

  return {
    add(item) {
      if (closed || queue.length >= options.mostWaiting) return false
      queue.push(item)
      // At the end of this turn of the event loop, so that what arrived in one turn leaves in one batch.
      if (!scheduled && mayWrite()) {
        scheduled = true
        setImmediate(() => void write())
      }
      return true
    },
    async close() {
      closed = true
      if (writing === 0 && queue.length === 0) return
      await new Promise<void>((resolve) => {
        onIdle = resolve
      })
    },
  }
}
