import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const origin = 'https://acme.test'
const showNotification = vi.fn(() => Promise.resolve())
const openWindow = vi.fn(() => Promise.resolve())
type Heard = { request: Request; respondWith: unknown; waitUntil: unknown }
let listeners: Map<string, (event: Heard) => void>
const store = new Map<string, Response>()
const cache = {
  put: vi.fn((request: Request, response: Response) => Promise.resolve(void store.set(request.url, response))),
}
const open = vi.fn(() => Promise.resolve(cache))
const has = vi.fn(() => Promise.resolve(true))
const match = vi.fn((request: Request) => Promise.resolve(store.get(request.url)?.clone()))

/** The worker's response to a request; undefined if it leaves the request to the browser. */
async function answerTo(path: string): Promise<Response | undefined> {
  let answer: Promise<Response> | undefined
  const respondWith = (reply: Promise<Response>) => void (answer = reply)
  const work: Promise<unknown>[] = []
  const waitUntil = (task: Promise<unknown>) => void work.push(task)
  listeners.get('fetch')!({ request: new Request(origin + path), respondWith, waitUntil })
  const response = await answer
  await Promise.all(work)
  return response
}

beforeEach(async () => {
  vi.resetModules()
  store.clear()
  listeners = new Map()
  vi.stubGlobal('VERSION', 'one')
  vi.stubGlobal('self', {
    location: new URL(origin),
    registration: { showNotification },
    clients: { openWindow },
    addEventListener: (type: string, listener: (event: Heard) => void) => listeners.set(type, listener),
  })
  vi.stubGlobal('caches', { open, has, match })
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response('code'))),
  )
  await import('./service-worker.ts')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('code is fetched once and then served from the cache', async () => {
  for (let round = 0; round < 2; round++) expect(await (await answerTo('/assets/page-1.js'))!.text()).toBe('code')
  expect(fetch).toHaveBeenCalledOnce()
})

test('code still loads if the device has no space left for it', async () => {
  cache.put.mockRejectedValueOnce(new DOMException('no space', 'QuotaExceededError'))
  expect(await (await answerTo('/assets/page-2.js'))!.text()).toBe('code')
})

test('code still loads if the browser gives no access to its caches', async () => {
  const failure = new DOMException('denied', 'SecurityError')
  match.mockRejectedValueOnce(failure)
  has.mockRejectedValueOnce(failure)
  expect(await (await answerTo('/assets/page-3.js'))!.text()).toBe('code')
})

test('code that arrives after sign-out deleted the cache is not saved', async () => {
  has.mockResolvedValueOnce(false)
  expect(await (await answerTo('/assets/page-4.js'))!.text()).toBe('code')
  expect(open).not.toHaveBeenCalled()
  expect(store.size).toBe(0)
})

test('a cache that sign-out deletes while code arrives is not opened again', async () => {
  await answerTo('/assets/page-5.js')
  await answerTo('/assets/page-6.js')
  expect(open).toHaveBeenCalledOnce()
})

test('calls are left to the browser', async () => {
  expect(await answerTo('/api/user')).toBeUndefined()
})

/** What the worker does with an event that is no request. */
const hear = (type: string, event: object): void =>
  void listeners.get(type)!({ ...event, waitUntil: () => undefined } as unknown as Heard)

test('a notice shows what it was sent, and one that cannot be read still shows where it is from', () => {
  const notification = {
    title: 'A delivery fails',
    body: 'Acme',
    lang: 'en',
    dir: 'ltr',
    navigate: `${origin}/deliveries`,
  }
  hear('push', { data: { json: () => ({ web_push: 8030, notification }) } })
  const { title, navigate, ...rest } = notification
  expect(showNotification).toHaveBeenLastCalledWith(title, { ...rest, data: navigate })
  for (const data of [null, { json: () => JSON.parse('{') as unknown }, { json: () => ({}) }]) {
    hear('push', { data })
    expect(showNotification).toHaveBeenLastCalledWith('acme.test', { data: undefined })
  }
})

test.each([
  [`${origin}/deliveries`, `${origin}/deliveries`],
  ['https://elsewhere.test/', origin],
  ['not an address', origin],
  [undefined, origin],
])('a click on a notice to %s opens %s', (target, opened) => {
  const close = vi.fn()
  hear('notificationclick', { notification: { data: target, close } })
  expect(close).toHaveBeenCalledOnce()
  expect(openWindow).toHaveBeenLastCalledWith(opened)
})
