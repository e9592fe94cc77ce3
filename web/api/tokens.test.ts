import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetWith, onSignedOutElsewhere } from './tokens.ts'

/** The browser storage that holds the session; the server can clear it with a response. */
let entries: Record<string, string>
let tab: EventTarget
const leave = vi.fn<() => void>()
let stop: () => void

const fireStorage = (key: string | null): boolean => tab.dispatchEvent(Object.assign(new Event('storage'), { key }))
const dropAll = (): void => {
  for (const key of Object.keys(entries)) delete entries[key]
  fireStorage(null)
}

beforeEach(() => {
  entries = { access_token: 'a', refresh_token: 'r', 'user-theme': 'dark-theme', 'user-locale': 'ar' }
  tab = new EventTarget()
  const storage = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => void (entries[key] = value),
    removeItem: (key: string) => void delete entries[key],
  }
  const keys = {
    ownKeys: () => Object.keys(entries),
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
  expect(entries).toEqual({ 'user-theme': 'dark-theme', 'user-locale': 'ar' })
})

test('R080: a sign-out in another tab is detected, by its key and by cleared storage', async () => {
  await forgetWith(async () => undefined)
  fireStorage('access_token')
  fireStorage(null)
  fireStorage('user-theme')
  expect(leave).toHaveBeenCalledTimes(2)
})
