import { offlinePage, type OfflineWords } from './offline-page.ts'

/**
 * Caches page code and shows a message while offline (docs/decisions/0012). Pages themselves always come from the
 * network, and no response under /api is ever cached or changed here.
 */
declare const VERSION: string

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Extendable {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
interface Notice {
  data: unknown
  close(): void
}
interface Worker {
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; openWindow(url: string): Promise<unknown> }
  registration: {
    navigationPreload?: { enable(): Promise<void> }
    showNotification(title: string, options: object): Promise<void>
  }
  location: Location
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'push', listener: (event: Extendable & { data: { json(): unknown } | null }) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Extendable & { notification: Notice }) => void): void
  addEventListener(type: 'message', listener: (event: Extendable & { data: OfflineWords }) => void): void
}
const worker = self as unknown as Worker

/**
 * Per build: an earlier build's cache is deleted when this worker activates. The offline page is kept. Only activation
 * creates the cache: signing out deletes it, and code that was still loading then must not bring it back.
 */
const assets = `assets-${VERSION}`
const offline = 'offline'
const offlineAddress = '/offline'

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))

async function takeOver(): Promise<void> {
  const leftovers = (await caches.keys()).filter((name) => name !== assets && name !== offline)
  await Promise.all(leftovers.map((name) => caches.delete(name)))
  await caches.open(assets).catch(() => undefined)
  // Navigation requests must not wait for the worker to start.
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

worker.addEventListener('message', (event) => event.waitUntil(storeOfflinePage(event.data)))

async function storeOfflinePage(words: OfflineWords): Promise<void> {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  }
  await (await caches.open(offline)).put(offlineAddress, new Response(offlinePage(words), { headers }))
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  // Safe to cache, because a file's name changes with its content.
  if (pathname.startsWith('/assets/')) event.respondWith(fromCache(event))
  // With navigation preload, the browser has already sent the request. Without a response from here it would send it
  // again, and a download's one-time ticket (OQ-50) works for the first request only.
  else if (request.mode === 'navigate')
    event.respondWith(pathname.startsWith('/api/') ? sentAhead(event) : fromNetwork(event))
})

/**
 * The cache only saves time: without space on the device or access to its caches, the network's response is used alone.
 * Saving does not delay the response.
 */
async function fromCache(event: Fetching): Promise<Response> {
  const { request } = event
  const copy = await caches.match(request, { cacheName: assets, ignoreVary: true }).catch(() => undefined)
  if (copy) return copy
  const response = await fetch(request)
  if (response.ok) event.waitUntil(save(request, response.clone()).catch(() => undefined))
  return response
}

async function save(request: Request, response: Response): Promise<void> {
  cacheOfCode ??= caches.has(assets).then((isThere) => (isThere ? caches.open(assets) : undefined))
  await (await cacheOfCode)?.put(request, response)
}

/**
 * Opened once: what is saved in it after sign-out has deleted it is gone as well. Opening it for each file would bring it
 * back whenever the deletion came between looking for it and opening it.
 */
let cacheOfCode: Promise<Cache | undefined> | undefined

const sentAhead = async ({ request, preloadResponse }: Fetching): Promise<Response> =>
  (await preloadResponse) ?? fetch(request)

async function fromNetwork(event: Fetching): Promise<Response> {
  try {
    return await sentAhead(event)
  } catch (error) {
    const page = await caches.match(offlineAddress, { cacheName: offline })
    if (!page) throw error
    return page
  }
}

worker.addEventListener('push', (event) => event.waitUntil(showNotice(readNotice(event.data))))

type Shown = { title: string; body?: string; navigate?: string; lang?: string; dir?: 'ltr' | 'rtl'; tag?: string }

/** Browsers end a subscription whose messages show nothing, so even one that cannot be read shows where it is from. */
function readNotice(data: { json(): unknown } | null): Shown {
  try {
    const message = data?.json() as { notification?: Shown } | undefined
    if (message?.notification?.title) return message.notification
  } catch {}
  return { title: worker.location.hostname }
}

const showNotice = ({ title, navigate, ...options }: Shown): Promise<void> =>
  worker.registration.showNotification(title, { ...options, data: navigate })

/** Only pages of this host are opened. */
worker.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  const { origin } = worker.location
  const target = typeof notification.data === 'string' && URL.canParse(notification.data) ? notification.data : origin
  event.waitUntil(worker.clients.openWindow(new URL(target).origin === origin ? target : origin))
})
