import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetWith, onSignedOutElsewhere } from './tokens.ts'

/** The browser storage that holds the session; the server can clear it with a response. */
let kept: Record<string, string>
let tab: EventTarget
const leave = vi.fn<() => void>()
let stop: () => void

const changed = (key: string | null): boolean => tab.dispatchEvent(Object.assign(new Event('storage'), { key }))
const dropAll = (): void => {
  for (const key of Object.keys(kept)) delete kept[key]
  changed(null)
}

beforeEach(() => {
  kept = { access_token: 'a', refresh_token: 'r', 'user-theme': 'dark-theme', 'user-locale': 'ar' }
  tab = new EventTarget()
  const storage = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  }
  const keys = {
    ownKeys: () => Object.keys(kept),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }
  vi.stubGlobal('localStorage', new Proxy(storage, keys))
  vi.stubGlobal('sessionStorage', { clear: () => undefined })
  vi.stubGlobal('window', tab)
  leave.mockReset()
  stop = onSignedOutElsewhere(leave)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

test('R080: a tab stays until the response to its own sign-out, however early the browser clears its storage', async () => {
  await forgetWith(async () => dropAll())
  expect(leave).not.toHaveBeenCalled()
  expect(kept).toEqual({ 'user-theme': 'dark-theme', 'user-locale': 'ar' })
})

test('R080: a sign-out in another tab is detected, by its key and by cleared storage', async () => {
  await forgetWith(async () => undefined)
  changed('access_token')
  changed(null)
  changed('user-theme')
  expect(leave).toHaveBeenCalledTimes(2)
})
