import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { animate, easeQuadratic, scrollToTop } from './motion.ts'

let frames: ((now_ms: number) => void)[] = []
let still = false
const listeners = new Map<string, () => void>()
const page = {
  scrollY: 800,
  scrollTo: ({ top }: { top: number }) => void (page.scrollY = top),
  addEventListener: (sign: string, listener: () => void) => void listeners.set(sign, listener),
}

/** Runs the next animation frame at this many milliseconds after the start. */
const frameAt = (ms: number): void => {
  const waiting = frames
  frames = []
  for (const draw of waiting) draw(performance.now() + ms)
}

beforeEach(() => {
  frames = []
  still = false
  page.scrollY = 800
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubGlobal('matchMedia', () => ({ matches: still }))
  vi.stubGlobal('requestAnimationFrame', (draw: (now_ms: number) => void) => frames.push(draw))
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []))
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('K016: animations end with a quadratic ease-out', () => {
  expect([0, 0.25, 0.5, 1].map(easeQuadratic)).toEqual([0, 0.4375, 0.75, 1])
  const shares: number[] = []
  animate(200, (share) => void shares.push(share))
  for (const ms of [0, 100, 200]) frameAt(ms)
  expect(shares).toEqual([0, 0.75, 1])
  expect(frames).toEqual([])
})

test('with reduced motion nothing animates: it ends immediately', () => {
  still = true
  const shares: number[] = []
  animate(200, (share) => void shares.push(share))
  expect([shares, frames]).toEqual([[1], []])
})

test('R202, K020: the page scrolls to the top within 500 ms', () => {
  scrollToTop()
  frameAt(250)
  expect(page.scrollY).toBe(200)
  frameAt(500)
  expect(page.scrollY).toBe(0)
})

test('turning the wheel stops it where it is', () => {
  scrollToTop()
  frameAt(250)
  listeners.get('wheel')!()
  frameAt(500)
  expect(page.scrollY).toBe(200)
})
