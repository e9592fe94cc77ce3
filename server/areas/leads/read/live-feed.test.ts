import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { LiveFeed, type FeedEvent, type FeedSource } from './live-feed.ts'

interface Stage extends FeedSource {
  news: FeedEvent[]
  looks: number
  wake: () => void
  isOpen: boolean
  warnings: unknown[]
  stopped: boolean
}

function stage(): Stage {
  const stageMade: Stage = {
    first: { name: 'ready', data: {} },
    news: [],
    looks: 0,
    wake: () => {},
    isOpen: true,
    warnings: [],
    stopped: false,
    look: async () => {
      stageMade.looks++
      return stageMade.news.splice(0)
    },
    mayGoOn: async () => stageMade.isOpen,
    onNews: (wake) => {
      stageMade.wake = wake
      return () => void (stageMade.stopped = true)
    },
    warn: (error) => void stageMade.warnings.push(error),
  }
  return stageMade
}

const readFeed = (feed: LiveFeed): { text(): string; ended: Promise<void> } => {
  let text = ''
  feed.on('data', (chunk: Buffer) => void (text += chunk.toString()))
  return { text: () => text, ended: new Promise((resolve) => feed.on('close', resolve)) }
}

describe('a live feed', () => {
  test('starts with its first event, then streams updates as server-sent events', async () => {
    const source = stage()
    const feed = new LiveFeed(source, { pause_ms: 1, heartbeat_ms: 60_000 })
    const reader = readFeed(feed)
    source.news.push({ name: 'lead', id: '1.a', data: { name: 'line\nbreak' } })
    source.wake()
    await sleep(30)
    expect(reader.text()).toBe('event: ready\ndata: {}\n\nevent: lead\nid: 1.a\ndata: {"name":"line\\nbreak"}\n\n')
    feed.destroy()
    expect(source.stopped).toBe(true)
  })

  test('polls once for a burst of updates', async () => {
    const source = stage()
    const feed = new LiveFeed(source, { pause_ms: 50, heartbeat_ms: 60_000 })
    readFeed(feed)
    await sleep(10)
    for (let n = 0; n < 100; n++) source.wake()
    await sleep(80)
    expect(source.looks).toBe(2)
    feed.destroy()
  })

  test('sends heartbeats, so that both sides know that the connection is alive', async () => {
    const source = stage()
    const feed = new LiveFeed(source, { pause_ms: 1, heartbeat_ms: 20 })
    const reader = readFeed(feed)
    await sleep(60)
    expect(reader.text()).toContain(': ping\n\n')
    feed.destroy()
  })

  test('ends when it is no longer authorized', async () => {
    const source = stage()
    const feed = new LiveFeed(source, { pause_ms: 1, heartbeat_ms: 20 })
    const reader = readFeed(feed)
    source.isOpen = false
    await reader.ended
    expect(source.warnings).toEqual([])
    expect(source.stopped).toBe(true)
  })

  test('ends when a poll fails, which is only logged', async () => {
    const source = stage()
    source.look = () => Promise.reject(new Error('secret'))
    const feed = new LiveFeed(source, { pause_ms: 1, heartbeat_ms: 60_000 })
    const reader = readFeed(feed)
    await reader.ended
    expect(source.warnings).toHaveLength(1)
    expect(reader.text()).not.toContain('secret')
  })

  test('does not poll for a reader that cannot keep up', async () => {
    const source = stage()
    const long = 'x'.repeat(20_000)
    source.look = async () => {
      source.looks++
      return [{ name: 'lead', data: long }]
    }
    const feed = new LiveFeed(source, { pause_ms: 1, heartbeat_ms: 60_000 })
    for (let n = 0; n < 20; n++) {
      source.wake()
      await sleep(3)
    }
    expect(source.looks).toBeLessThan(4)
    const before = source.looks
    readFeed(feed)
    source.wake()
    await sleep(20)
    expect(source.looks).toBeGreaterThan(before)
    feed.destroy()
  })
})
