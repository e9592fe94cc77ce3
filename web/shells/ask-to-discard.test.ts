import { afterEach, expect, test, vi } from 'vitest'
import { registerLazyParts } from '../app/lazy/lazy-parts.ts'
import { activateLocale } from '../i18n/texts.tsx'
import { askToDiscard } from './ask-to-discard.ts'

activateLocale('en')
afterEach(() => vi.unstubAllGlobals())

test.each([true, false])('without the dialog’s code, the browser asks before input is lost: %s', async (answer) => {
  registerLazyParts(() => Promise.reject(new Error('no connection')))
  const confirm = vi.fn(() => answer)
  vi.stubGlobal('window', { confirm })
  const inDialog = vi.fn(() => Promise.resolve(!answer))
  expect(await askToDiscard(inDialog)).toBe(answer)
  expect(confirm).toHaveBeenCalledExactlyOnceWith('You have unsaved changes. Leave without saving?')
  expect(inDialog).not.toHaveBeenCalled()
})
