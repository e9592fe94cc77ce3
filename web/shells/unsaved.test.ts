import { afterEach, expect, test, vi } from 'vitest'
import { hasUnsaved, leaveForm, mayDiscard, setUnsavedPrompt, watchForm } from './unsaved.ts'

const nodeWith = (...inside: unknown[]): Node =>
  ({ contains: (one: unknown) => inside.includes(one) }) as unknown as Node
const leaveNothing: (() => void)[] = []
const form = (isDirty: boolean, element: Node | null = nodeWith()): Node | null => {
  leaveNothing.push(watchForm({ isDirty: () => isDirty, element: () => element }))
  return element
}

afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve))
  for (const unwatch of leaveNothing.splice(0)) unwatch()
  setUnsavedPrompt(null)
})

test('leaving a changed form asks for confirmation', async () => {
  form(true)
  const leave = vi.fn()
  setUnsavedPrompt(() => Promise.resolve(false))
  await leaveForm(null, leave)
  expect(leave).not.toHaveBeenCalled()
  await new Promise((resolve) => setTimeout(resolve))
  setUnsavedPrompt(() => Promise.resolve(true))
  await leaveForm(null, leave)
  expect(leave).toHaveBeenCalledOnce()
})

test('leaving an unchanged form, or one that is not on screen, asks for nothing', async () => {
  const ask = vi.fn(() => Promise.resolve(false))
  setUnsavedPrompt(ask)
  form(false)
  form(true, null)
  expect(hasUnsaved()).toBe(false)
  expect(await mayDiscard()).toBe(true)
  expect(ask).not.toHaveBeenCalled()
})

test('a dialog asks about its own forms, not those of the page behind it', () => {
  const behind = form(true)
  const inside = nodeWith()
  expect(hasUnsaved(nodeWith(inside))).toBe(false)
  expect(hasUnsaved(nodeWith(inside, behind))).toBe(true)
})

test('the key that closes the confirmation does not reopen it', async () => {
  form(true)
  const ask = vi.fn(() => Promise.resolve(false))
  setUnsavedPrompt(ask)
  const first = mayDiscard()
  await first
  await mayDiscard()
  expect(ask).toHaveBeenCalledOnce()
})
