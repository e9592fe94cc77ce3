import { describe, expect, it } from 'vitest'
import { eventReader, type StreamEvent } from './stream-events.ts'

function readIn(chunks: readonly string[]): StreamEvent[] {
  const events: StreamEvent[] = []
  const read = eventReader((event) => events.push(event))
  for (const chunk of chunks) read(chunk)
  return events
}

const stream =
  ': hello\r\n\r\nid: 1\r\nevent: lead\r\ndata: {"a":1}\r\n\r\ndata: two\ndata: lines\n\nid: 2\rdata: last\r\r\n'

describe('a stream of server-sent events', () => {
  it('is read the same wherever its chunks end', () => {
    const whole = readIn([stream])
    expect(whole).toEqual([
      { id: '1', name: 'lead', data: '{"a":1}' },
      { id: '1', name: 'message', data: 'two\nlines' },
      { id: '2', name: 'message', data: 'last' },
    ])
    for (let cut = 1; cut < stream.length; cut += 1)
      expect(readIn([stream.slice(0, cut), stream.slice(cut)])).toEqual(whole)
    expect(readIn([...stream])).toEqual(whole)
  })

  it('emits nothing for a comment, an unfinished event or one without data', () => {
    expect(readIn([': keep open\n\n', 'event: lead\n\n', 'data: never finished\n'])).toEqual([])
  })
})
