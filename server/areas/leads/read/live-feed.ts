import { Readable } from 'node:stream'

export interface FeedEvent {
  name: string
  /** The cursor to resume from after this event; absent if it doesn't change. */
  id?: string
  data: unknown
}

export interface FeedSource {
  /** Sent immediately, to confirm the connection. */
  first: FeedEvent
  /** What is new since the last call. */
  look(): Promise<FeedEvent[]>
  /** Whether the feed is still authorized; checked at every heartbeat. */
  mayGoOn(): Promise<boolean>
  /** Calls back when there may be news. Returns a function that unsubscribes. */
  onNews(wake: () => void): () => void
  /** Called when a read failed; the feed ends and the browser reconnects. */
  warn(error: unknown): void
}

export interface FeedPace {
  /** The minimum time between reads, so that a burst costs one read. */
  pause_ms: number
  heartbeat_ms: number
}

/**
 * Server-sent events. Reads when the source signals news, and checks authorization at every heartbeat. A slow reader gets
 * nothing more until it has consumed what is buffered.
 */
export class LiveFeed extends Readable {
  readonly #source: FeedSource
  readonly #pace: FeedPace
  readonly #stopNews: () => void
  readonly #heartbeat: NodeJS.Timeout
  #pause: NodeJS.Timeout | null = null
  #isLooking = false
  #isWanted = false
  #isFull = false
  #hasEnded = false

  constructor(source: FeedSource, pace: FeedPace) {
    super()
    this.#source = source
    this.#pace = pace
    this.#stopNews = source.onNews(() => this.#want())
    this.#heartbeat = setInterval(() => void this.#beat(), pace.heartbeat_ms)
    this.push(textOf(source.first))
    this.#want()
  }

  override _read(): void {
    this.#isFull = false
    if (this.#isWanted) this.#want()
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#stopNews()
    clearInterval(this.#heartbeat)
    if (this.#pause) clearTimeout(this.#pause)
    callback(error)
  }

  async #beat(): Promise<void> {
    try {
      if (!(await this.#source.mayGoOn())) this.#end()
      else if (!this.destroyed) this.#send(': ping\n\n')
    } catch (error) {
      this.#fail(error)
    }
  }

  #want(): void {
    this.#isWanted = true
    if (this.#isLooking || this.#isFull || this.#pause || this.destroyed || this.#hasEnded) return
    void this.#look()
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    this.#isWanted = false
    try {
      for (const event of await this.#source.look()) this.#send(textOf(event))
    } catch (error) {
      this.#fail(error)
    }
    this.#isLooking = false
    if (this.destroyed) return
    this.#pause = setTimeout(() => {
      this.#pause = null
      if (this.#isWanted) this.#want()
    }, this.#pace.pause_ms)
  }

  #send(text: string): void {
    if (this.destroyed || this.#hasEnded) return
    if (!this.push(text)) this.#isFull = true
  }

  #end(): void {
    if (this.#hasEnded || this.destroyed) return
    this.#hasEnded = true
    this.push(null)
  }

  #fail(error: unknown): void {
    if (this.destroyed) return
    this.#source.warn(error)
    this.#end()
  }
}

const textOf = ({ name, id, data }: FeedEvent): string =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
