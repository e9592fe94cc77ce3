/** An item waiting to be stored; it is told the result once. */
export interface Waiting {
  settle(stored: boolean): void
}

export interface GroupCommit<Item extends Waiting> {
  /** Queues an item, or rejects it because the queue is full or the collector is closing. */
  add(item: Item): boolean
  /** Stores everything in the queue and accepts nothing new. */
  close(): Promise<void>
}

export interface GroupCommitOptions<Item> {
  /** Stores a batch durably and returns the items that were refused, if any. Rejects if the outcome of the batch is uncertain. */
  write(batch: Item[]): Promise<ReadonlySet<Item> | undefined>
  /** How many items may wait before new ones are rejected. */
  maxWaiting: number
  maxInBatch: number
  /** Maximum number of batches being written at once. */
  maxWriting: number
  onFailure(error: unknown): void
}

/**
 * Stores items that arrive together in one transaction. A batch is written as soon as the previous one is stored, never
 * on a timer: a single item does not wait, and batches grow by themselves under load. A second batch is written
 * concurrently only if at least half as many items wait as are being written: that hides the disk's latency, while many
 * small batches would cost more CPU than they save.
 */
export function createGroupCommit<Item extends Waiting>(options: GroupCommitOptions<Item>): GroupCommit<Item> {
  let queue: Item[] = []
  let writing = 0
  let lastBatch = 0
  const mayWrite = (): boolean =>
    queue.length > 0 && (writing === 0 || (writing < options.maxWriting && 2 * queue.length >= lastBatch))
  let isScheduled = false
  let isClosed = false
  let onIdle: (() => void) | undefined

  const write = async (): Promise<void> => {
    isScheduled = false
    if (!mayWrite()) return
    writing++
    const batch = queue.length <= options.maxInBatch ? queue : queue.slice(0, options.maxInBatch)
    queue = queue.length <= options.maxInBatch ? [] : queue.slice(options.maxInBatch)
    lastBatch = batch.length
    let isStored = false
    let refusals: ReadonlySet<Item> | undefined
    try {
      refusals = await options.write(batch)
      isStored = true
    } catch (error) {
      options.onFailure(error)
    }
    writing--
    // The next batch is sent to the database while the responses of this one are written.
    void write()
    for (const item of batch) item.settle(isStored && !refusals?.has(item))
    if (writing === 0) onIdle?.()
  }

  return {
    add(item) {
      if (isClosed || queue.length >= options.maxWaiting) return false
      queue.push(item)
      // Wait for the end of this turn of the event loop, so that items that arrive in one turn share a batch.
      if (!isScheduled && mayWrite()) {
        isScheduled = true
        setImmediate(() => void write())
      }
      return true
    },
    async close() {
      isClosed = true
      if (writing === 0 && queue.length === 0) return
      await new Promise<void>((resolve) => {
        onIdle = resolve
      })
    },
  }
}
