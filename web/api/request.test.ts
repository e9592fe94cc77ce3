import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { compactDecrypt } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const storage: Record<string, string> = {}
const assign = vi.fn<(to: string) => void>()
const reportedErrors = vi.fn<(thrown: unknown) => void>()
let keys: object[]
let paths: string[]
let privateKey: KeyObject
/** Response headers with the server's date, if it sends one. */
let date: Record<string, string>
let dateHeader: string | null

beforeEach(() => {
  vi.resetModules()
  for (const key of Object.keys(storage)) delete storage[key]
  Object.assign(storage, { access_token: 'a', refresh_token: 'r', 'user-theme': 'dark-theme', anything: 'of a person' })
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    removeItem: (key: string) => void delete storage[key],
  }
  const ofStorage = {
    ownKeys: () => Object.keys(storage),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }
  vi.stubGlobal('localStorage', new Proxy({ ...methods }, ofStorage))
  vi.stubGlobal('sessionStorage', { clear: () => undefined })
  vi.stubGlobal('location', { assign })
  vi.stubGlobal('reportError', reportedErrors)
  paths = []
  date = {}
  dateHeader = null
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    paths.push(path)
    if (init?.body) dateHeader = (JSON.parse(init.body as string) as { dt: string }).dt
    return Response.json(path === '/api/keys' ? { keys } : { result: 'success' }, { headers: date })
  })
  assign.mockReset()
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  privateKey = pair.privateKey
  keys = [{ ...pair.publicKey.export({ format: 'jwk' }), kid: '1' }]
})
afterEach(() => vi.unstubAllGlobals())

const sendSealed = async (): Promise<unknown> => {
  const { activateLocale } = await import('../i18n/texts.tsx')
  activateLocale('en')
  const { sendJson } = await import('./request.ts')
  return sendJson({ method: 'POST', path: '/thing', body: { name: 'x' }, sealed: true })
}

test('a body is sent sealed if the browser can seal', async () => {
  await expect(sendSealed()).resolves.toEqual({ result: 'success' })
  expect(paths).toEqual(['/api/keys', '/api/thing'])
})

test('a sealed body is dated by the server’s clock: a browser whose clock is wrong can also sign in and save', async () => {
  const server_ms = Date.now() + 3 * 3_600_000
  date = { date: new Date(server_ms).toUTCString(), 'x-clock-offset': '86400000' }
  await sendSealed()
  const { plaintext } = await compactDecrypt(dateHeader!, privateKey)
  const { iat } = JSON.parse(new TextDecoder().decode(plaintext)) as { iat: number }
  expect(Math.abs(iat - server_ms / 1_000)).toBeLessThan(60)
})

const faults: [string, () => void][] = [
  [
    'encrypting fails',
    () => vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValue(new DOMException('no', 'OperationError')),
  ],
  ['the key is invalid', () => (keys = [{ ...keys[0], x: 'AAAA' }])],
  ['there is no key', () => (keys = [])],
  ['Web Crypto is unavailable', () => vi.stubGlobal('crypto', {})],
]

// R086: the local crypto helper seals bodies; nothing stored in the browser is encrypted (R087, decision 23).
test.each(faults)('R086: when %s, tokens and data are cleared, login opens, nothing is sent', async (_how, breakIt) => {
  breakIt()
  await expect(sendSealed()).rejects.toMatchObject({
    status: 0,
    code: 'unexpected',
    message: 'Something went wrong, please try again later',
  })
  vi.restoreAllMocks()
  expect(storage).toEqual({ 'user-theme': 'dark-theme' })
  expect(assign.mock.calls).toEqual([['/login']])
  expect(paths).not.toContain('/api/thing')
})

test('R086: a visitor who has not signed in stays on the page', async () => {
  keys = []
  delete storage['access_token']
  await expect(sendSealed()).rejects.toMatchObject({ code: 'unexpected' })
  expect(assign).not.toHaveBeenCalled()
})

test('a lost connection does not end the session', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(sendSealed()).rejects.toMatchObject({ code: 'network' })
  expect(storage['access_token']).toBe('a')
  expect(assign).not.toHaveBeenCalled()
})

test('a call that needs reauthentication waits for it and is retried automatically, once', async () => {
  let isConfirmed = false
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path)
    if (path === '/api/keys') return Response.json({ keys })
    const refusal = { code: 'reauthenticate', message: 'Confirm your identity to continue.' }
    return isConfirmed ? Response.json({ result: 'success' }) : Response.json(refusal, { status: 403 })
  })
  const { onReauthenticationNeeded } = await import('./reauthenticate.ts')
  const retries = (): string[] => paths.filter((path) => path === '/api/thing')
  const ask = vi.fn<() => Promise<boolean>>(async () => {
    await vi.waitFor(() => expect(retries()).toHaveLength(2))
    return (isConfirmed = true)
  })
  const stop = onReauthenticationNeeded(ask)
  // Two concurrent calls share one dialog.
  await expect(Promise.all([sendSealed(), sendSealed()])).resolves.toHaveLength(2)
  expect(ask).toHaveBeenCalledTimes(1)
  expect(retries()).toHaveLength(4)
  isConfirmed = false
  ask.mockResolvedValueOnce(false)
  // Whoever closes the dialog has stopped the call themselves.
  await expect(sendSealed()).rejects.toMatchObject({ status: 0, code: 'canceled' })
  stop()
  await expect(sendSealed()).rejects.toMatchObject({ status: 403, code: 'reauthenticate' })
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a rate limit says when to retry; a specific message is kept', async () => {
  const refuse = (message: string, wait: string) =>
    vi.stubGlobal('fetch', async (path: string) =>
      path === '/api/keys'
        ? Response.json({ keys })
        : Response.json({ code: 'too_many', message }, { status: 429, headers: { 'retry-after': wait } }),
    )
  refuse('Too many requests. Please try again later.', '121')
  const message = 'Too many requests. Try again in 3 minutes.'
  await expect(sendSealed()).rejects.toMatchObject({ code: 'too_many', waitMinutes: 3, message })
  refuse('Too many requests. Please try again later.', '60')
  await expect(sendSealed()).rejects.toMatchObject({ message: 'Too many requests. Try again in a minute.' })
  refuse('Wait a minute before you ask for another code.', '60')
  await expect(sendSealed()).rejects.toMatchObject({ message: 'Wait a minute before you ask for another code.' })
})
