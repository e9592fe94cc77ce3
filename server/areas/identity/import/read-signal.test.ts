import { afterEach, expect, test } from 'vitest'
import { readSignal } from './read-signal.ts'

const mapping = { email: 'email', phrase: 'phrase', signal_at: 'at' }
const now_ms = Date.UTC(2026, 10, 20, 12)
const atOf = (at: string): unknown => {
  const reading = readSignal({ email: 'a@example.com', phrase: 'roof repair', at }, mapping, 1, now_ms)
  return 'at_ms' in reading ? new Date(reading.at_ms).toISOString() : reading
}

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test.each(['UTC', 'America/Chicago', 'Asia/Tokyo'])(
  'a time without a zone is read as UTC on a machine in %s, too',
  (place) => {
    process.env['TZ'] = place
    const same = [
      '2026-11-19 10:15:00',
      '2026-11-19T10:15:00',
      '11/19/2026 10:15:00',
      'Nov 19, 2026 10:15',
      '2026-11-19 10:15',
    ]
    for (const text of same) expect([text, atOf(text)]).toEqual([text, '2026-11-19T10:15:00.000Z'])
    expect(atOf('2026-11-19')).toBe('2026-11-19T00:00:00.000Z')
    expect(atOf('11/19/2026')).toBe('2026-11-19T00:00:00.000Z')
  },
)

test('a time with a zone is read in that zone', () => {
  const same = [
    '2026-11-19T10:15:00Z',
    '2026-11-19T04:15:00-06:00',
    '2026-11-19 04:15:00 -0600',
    'Thu, 19 Nov 2026 10:15:00 GMT',
  ]
  for (const text of [...same, 'Nov 19, 2026 04:15 CST'])
    expect([text, atOf(text)]).toEqual([text, '2026-11-19T10:15:00.000Z'])
  expect(atOf('soon')).toMatchObject({ field: 'signal_at', message: 'isn’t a valid time' })
})
