import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const kept: Record<string, string> = {}
const assign = vi.fn<(to: string) => void>()
const reported = vi.fn<(thrown: unknown) => void>()
let keys: object[]
let asked: string[]

beforeEach(() => {
  vi.resetModules()
  for (const key of Object.keys(kept)) delete kept[key]
  Object.assign(kept, { access_token: 'a', refresh_token: 'r', 'user-theme': 'dark-theme', anything: 'of a person' })
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    removeItem: (key: string) => void delete kept[key],
  }
  const ofStorage = {
    ownKeys: () => Object.keys(kept),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }
  vi.stubGlobal('localStorage', new Proxy({ ...methods }, ofStorage))
  vi.stubGlobal('sessionStorage', { clear: () => undefined })
  vi.stubGlobal('location', { assign })
  vi.stubGlobal('reportError', reported)
  asked = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return path === '/api/keys' ? Response.json({ keys }) : Response.json({ result: 'success' })
  })
  assign.mockReset()
  keys = [{ ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }), kid: '1' }]
})
afterEach(() => vi.unstubAllGlobals())

const sendSealed = async (): Promise<unknown> => {
  const { activateLocale } = await import('../i18n/texts.tsx')
  activateLocale('en')
  const { sendJson } = await import('./request.ts')
  return sendJson({ method: 'POST', path: '/thing', body: { name: 'x' }, sealed: true })
}

test('a sealed body leaves where the browser can seal', async () => {
  await expect(sendSealed()).resolves.toEqual({ result: 'success' })
  expect(asked).toEqual(['/api/keys', '/api/thing'])
})

const broken: [string, () => void][] = [
  [
    'encrypting fails',
    () => vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValue(new DOMException('no', 'OperationError')),
  ],
  ['the key is none', () => (keys = [{ ...keys[0], x: 'AAAA' }])],
  ['there is no key', () => (keys = [])],
  ['there is no cryptography', () => vi.stubGlobal('crypto', {})],
]

// R086: the local crypto helper is what seals bodies; nothing that is kept in the browser is encrypted (R087, decision 23).
test.each(broken)('R086: when %s, tokens and data go, the login comes, and nothing is sent', async (_how, breakIt) => {
  breakIt()
  await expect(sendSealed()).rejects.toMatchObject({
    status: 0,
    code: 'unexpected',
    message: 'Something went wrong, please try again later',
  })
  vi.restoreAllMocks()
  expect(kept).toEqual({ 'user-theme': 'dark-theme' })
  expect(assign.mock.calls).toEqual([['/login']])
  expect(asked).not.toContain('/api/thing')
})

test('R086: whoever has not signed in stays where they are', async () => {
  keys = []
  delete kept['access_token']
  await expect(sendSealed()).rejects.toMatchObject({ code: 'unexpected' })
  expect(assign).not.toHaveBeenCalled()
})

test('a lost connection ends nothing', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(sendSealed()).rejects.toMatchObject({ code: 'network' })
  expect(kept['access_token']).toBe('a')
  expect(assign).not.toHaveBeenCalled()
})

test('a call that needs a proof of identity waits for it and goes out again by itself, once', async () => {
  let proved = false
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (path === '/api/keys') return Response.json({ keys })
    const refusal = { code: 'reauthenticate', message: 'Confirm your identity to continue.' }
    return proved ? Response.json({ result: 'success' }) : Response.json(refusal, { status: 403 })
  })
  const { onProofNeeded } = await import('./reauthenticate.ts')
  const refused = (): string[] => asked.filter((path) => path === '/api/thing')
  const ask = vi.fn<() => Promise<boolean>>(async () => {
    await vi.waitFor(() => expect(refused()).toHaveLength(2))
    return (proved = true)
  })
  const stop = onProofNeeded(ask)
  // Two at the same moment share one dialog.
  await expect(Promise.all([sendSealed(), sendSealed()])).resolves.toHaveLength(2)
  expect(ask).toHaveBeenCalledTimes(1)
  expect(refused()).toHaveLength(4)
  proved = false
  ask.mockResolvedValueOnce(false)
  await expect(sendSealed()).rejects.toMatchObject({ status: 403, code: 'reauthenticate' })
  stop()
  await expect(sendSealed()).rejects.toMatchObject({ code: 'reauthenticate' })
  expect(ask).toHaveBeenCalledTimes(2)
})
