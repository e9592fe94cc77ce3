import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// Fresh modules, because other tests of this process may have loaded the dialog's code.
beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

test.each([true, false])('without the dialog’s code, the browser asks before input is lost: %s', async (answer) => {
  const { registerLazyParts } = await import('../start/lazy/lazy-parts.ts')
  const { activateLocale } = await import('../i18n/texts.tsx')
  const { confirmDiscard } = await import('./confirm-discard.ts')
  activateLocale('en')
  registerLazyParts(() => Promise.reject(new Error('no connection')))
  const confirm = vi.fn(() => answer)
  vi.stubGlobal('window', { confirm })
  const inDialog = vi.fn(() => Promise.resolve(!answer))
  expect(await confirmDiscard(inDialog)).toBe(answer)
  expect(confirm).toHaveBeenCalledExactlyOnceWith('You have unsaved changes. Leave without saving?')
  expect(inDialog).not.toHaveBeenCalled()
})
