import { MutationObserver, onlineManager, QueryObserver, type QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailure } from '../api/failure.ts'
import { createQueryClient } from './query-client.ts'

const networkFailure = new CallFailure({ status: 0, code: 'network', message: 'No connection to the server.' })
const send = vi.fn<() => Promise<string>>()
let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  send.mockReset().mockRejectedValue(networkFailure)
  client = createQueryClient()
  client.mount()
  onlineManager.setOnline(false)
})
afterEach(() => {
  client.unmount()
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

const goOnline = async (): Promise<void> => {
  onlineManager.setOnline(true)
  await vi.runAllTimersAsync()
}

test('a write without a connection fails at once, and is not sent later behind the user’s back', async () => {
  const action = new MutationObserver(client, { mutationFn: send })
  const onFailure = vi.fn()
  action.mutate().catch(onFailure)
  await vi.runAllTimersAsync()
  expect(onFailure).toHaveBeenCalledWith(networkFailure)
  await goOnline()
  expect(send).toHaveBeenCalledOnce()
})

test('a read without a connection says so after its retries, and runs again once there is one', async () => {
  const observer = new QueryObserver<string>(client, { queryKey: ['leads'], queryFn: send })
  const stop = observer.subscribe(() => undefined)
  await vi.runAllTimersAsync()
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', error: networkFailure })
  send.mockResolvedValue('the leads')
  await goOnline()
  expect(observer.getCurrentResult().data).toBe('the leads')
  stop()
})
