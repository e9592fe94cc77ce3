import { expect, test } from 'vitest'
import { noteServerTime, serverNow_ms } from './server-clock.ts'

const now_ms = Date.UTC(2026, 10, 21, 12)
const after = (headers: Record<string, string>): number => {
  noteServerTime(new Headers(headers), now_ms)
  return Math.round((serverNow_ms() - Date.now()) / 1000)
}
const dateHeader = (ms: number): Record<string, string> => ({ date: new Date(ms).toUTCString() })

test('times use the server’s clock, whether the demo’s is moved or the browser’s is off', () => {
  expect(after(dateHeader(now_ms - 2_000)), 'as good as the same').toBe(0)
  expect(after({ ...dateHeader(now_ms), 'x-clock-offset': String(86_400_000) })).toBe(86_400)
  expect(after(dateHeader(now_ms + 3_600_000)), 'a browser an hour behind').toBe(3_600)
  expect(after({}), 'an answer without a date changes nothing').toBe(3_600)
  expect(after(dateHeader(now_ms))).toBe(0)
})
