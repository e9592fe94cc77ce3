import { describe, expect, it } from 'vitest'
import { eventReader, type StreamEvent } from './stream-events.ts'

function readIn(chunks: readonly string[]): StreamEvent[] {
  const events: StreamEvent[] = []
  const feed = eventReader((event) => events.push(event))
  for (const chunk of chunks) feed(chunk)
  return events
}

const stream =
  ': hello\r\n\r\nid: 1\r\nevent: lead\r\ndata: {"a":1}\r\n\r\ndata: two\ndata: lines\n\nid: 2\rdata: last\r\r\n'

describe('a stream of server-sent events', () => {
  it('is read the same wherever its chunks end', () => {
    const all = readIn([stream])
    expect(all).toEqual([
      { id: '1', name: 'lead', data: '{"a":1}' },
      { id: '1', name: 'message', data: 'two\nlines' },
      { id: '2', name: 'message', data: 'last' },
    ])
    for (let at = 1; at < stream.length; at += 1) expect(readIn([stream.slice(0, at), stream.slice(at)])).toEqual(all)
    expect(readIn([...stream])).toEqual(all)
  })

  it('emits nothing for a comment, an unfinished event or one without data', () => {
    expect(readIn([': keep open\n\n', 'event: lead\n\n', 'data: never finished\n'])).toEqual([])
  })
})
