import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chosenLocale, followLanguage } from './locale.ts'

const storage = new Map<string, string>()
beforeEach(() => {
  storage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  })
  vi.stubGlobal('document', { cookie: '' })
})
afterEach(() => vi.unstubAllGlobals())

test('a device without a chosen language adopts the account’s, for the next load and for the server', () => {
  expect(followLanguage('ar')).toBe(true)
  expect(chosenLocale(null)).toBe('ar')
  expect(document.cookie).toContain('user-locale=ar')
  expect(followLanguage('ar'), 'once').toBe(false)
})

test('a device keeps the language chosen on it', () => {
  storage.set('user-locale', 'en')
  expect(followLanguage('ar')).toBe(false)
  expect(chosenLocale(null)).toBe('en')
})

test('nothing is reloaded if the account has no language, or the current one', () => {
  expect([followLanguage(null), followLanguage('en')]).toEqual([false, false])
  expect(storage.size).toBe(0)
})
