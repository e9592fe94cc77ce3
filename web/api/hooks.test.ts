import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { showBanners } from '#contract/banners/banners.ts'
import { keyOf, reportOutcome } from './hooks.ts'

/** An action whose calls are answered one by one, in any order. */
function slowAction() {
  const waiting = new Map<string, { resolve: (answer: string) => void; reject: (failure: Error) => void }>()
  const action = new MutationObserver<string, Error, string>(new QueryClient(), {
    mutationFn: (row) => new Promise((resolve, reject) => waiting.set(row, { resolve, reject })),
  })
  let isThere = true
  const run = (row: string, outcome: Parameters<typeof reportOutcome<string>>[1] = {}) =>
    reportOutcome(action.mutate(row), outcome, () => isThere)
  const leave = () => (isThere = false)
  return { run, waiting, leave }
}

test('two calls of one action each report their own outcome', async () => {
  const { run, waiting } = slowAction()
  const [onError, onSuccess] = [vi.fn(), vi.fn()]
  run('first', { onError })
  run('second', { onSuccess })
  await vi.waitFor(() => expect(waiting.size).toBe(2))
  waiting.get('first')!.reject(new Error('refused'))
  waiting.get('second')!.resolve('changed')
  await vi.waitFor(() => expect(onSuccess).toHaveBeenCalledWith('changed'))
  expect(onError).toHaveBeenCalledWith(new Error('refused'))
})

test('a failure is reported although the user has left the page that sent it', async () => {
  const { run, waiting, leave } = slowAction()
  const onError = vi.fn()
  run('first', { onError })
  await vi.waitFor(() => expect(waiting.size).toBe(1))
  leave()
  waiting.get('first')!.reject(new Error('refused'))
  await vi.waitFor(() => expect(onError).toHaveBeenCalled())
})

test('a success is not reported once the user has left the page that sent it', async () => {
  const { run, waiting, leave } = slowAction()
  const [onSuccess, after] = [vi.fn(), vi.fn()]
  run('first', { onSuccess })
  await vi.waitFor(() => expect(waiting.size).toBe(1))
  leave()
  waiting.get('first')!.resolve('changed')
  run('second', { onError: after })
  await vi.waitFor(() => expect(waiting.size).toBe(2))
  waiting.get('second')!.reject(new Error('refused'))
  await vi.waitFor(() => expect(after).toHaveBeenCalled())
  expect(onSuccess).not.toHaveBeenCalled()
})

test('a failure that nobody asked to hear of breaks nothing', async () => {
  const { run, waiting } = slowAction()
  run('first')
  await vi.waitFor(() => expect(waiting.size).toBe(1))
  waiting.get('first')!.reject(new Error('refused'))
})

test('a list that is asked for in a body is another one on another page', () => {
  const pageOf = (page: number) => keyOf(showBanners, { body: { page, status: 'active' } })
  expect(pageOf(2)).toEqual(pageOf(2))
  expect(pageOf(2)).not.toEqual(pageOf(1))
})
