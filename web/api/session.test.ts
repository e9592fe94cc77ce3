import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Tokens } from './tokens.ts'

/** What tabs of one browser share: storage, and locks that only one tab can hold at a time. */
const storage: Record<string, string> = {}
const methods = {
  getItem: (key: string) => storage[key] ?? null,
  setItem: (key: string, value: string) => void (storage[key] = value),
  removeItem: (key: string) => void delete storage[key],
}
let lock: Promise<unknown> = Promise.resolve()
const locks = {
  request: (_name: string, work: () => Promise<unknown>) => {
    const turn = lock.then(work, work)
    lock = turn.catch(() => undefined)
    return turn
  },
}

const fresh: Tokens = { access_token: 'new', refresh_token: 'r2', expires_in: 600 }
const refreshCalls = vi.fn<(refreshToken: string) => 'granted' | 'refused' | 'unreachable'>()

interface Tab {
  /** Makes a call whose token was rejected. */
  renew: () => Promise<string>
  signOut: () => void
  /** How often the Session Ended dialog was opened. */
  dialogs: () => number
}

/** Opens another tab by loading the modules once more. */
async function openTab(): Promise<Tab> {
  vi.resetModules()
  const { CallFailure } = await import('./failure.ts')
  const { onSessionEnded, renewedAccess } = await import('./session.ts')
  const { forgetSession } = await import('./tokens.ts')
  const refresh = async (token: string): Promise<Tokens> => {
    const outcome = refreshCalls(token)
    if (outcome === 'unreachable') throw new CallFailure({ status: 0, code: 'network', message: 'No connection' })
    if (outcome === 'refused')
      throw new CallFailure({ status: 401, code: 'unauthenticated', message: 'Unauthenticated.' })
    return fresh
  }
  let dialogs = 0
  onSessionEnded(() => dialogs++)
  return { renew: () => renewedAccess('old', refresh), signOut: forgetSession, dialogs: () => dialogs }
}

beforeEach(() => {
  for (const key of Object.keys(storage)) delete storage[key]
  Object.assign(storage, { access_token: 'old', refresh_token: 'r1', expires_in: '600' })
  refreshCalls.mockReset().mockReturnValue('granted')
  const keys = {
    ownKeys: () => Object.keys(storage),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }
  vi.stubGlobal('localStorage', new Proxy({ ...methods }, keys))
  vi.stubGlobal('sessionStorage', { clear: () => undefined })
  vi.stubGlobal('navigator', { locks })
})
afterEach(() => void vi.unstubAllGlobals())

describe('a session whose access token was rejected', () => {
  test('R082: is renewed once for all waiting calls and tabs', async () => {
    const [here, there] = [await openTab(), await openTab()]
    const tokens = await Promise.all([here.renew(), here.renew(), there.renew(), there.renew()])
    expect(tokens).toEqual(['new', 'new', 'new', 'new'])
    expect(refreshCalls.mock.calls).toEqual([['r1']])
    expect([here.dialogs(), there.dialogs()]).toEqual([0, 0])
  })

  test('R078, R084: that cannot be renewed says so once, for all calls and tabs, and clears everything', async () => {
    refreshCalls.mockReturnValue('refused')
    const [here, there] = [await openTab(), await openTab()]
    Object.assign(storage, { selected_group: 'g', 'user-theme': 'dark-theme', 'user-locale': 'ar' })
    const outcomes = await Promise.allSettled([here.renew(), here.renew(), there.renew(), there.renew(), here.renew()])
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    expect(refreshCalls).toHaveBeenCalledOnce()
    expect([here.dialogs(), there.dialogs()]).toEqual([1, 0])
    expect(storage, 'what belongs to the device stays').toEqual({ 'user-theme': 'dark-theme', 'user-locale': 'ar' })
  })

  test('R083: without a refresh token ends immediately', async () => {
    delete storage['refresh_token']
    const tab = await openTab()
    await expect(tab.renew()).rejects.toMatchObject({ status: 401 })
    expect([refreshCalls.mock.calls.length, tab.dialogs()]).toEqual([0, 1])
  })

  test('R080: after a sign-out is ignored', async () => {
    const tab = await openTab()
    tab.signOut()
    await expect(tab.renew()).rejects.toMatchObject({ status: 401 })
    expect([refreshCalls.mock.calls.length, tab.dialogs()]).toEqual([0, 0])
  })

  test('survives when the server is unreachable', async () => {
    refreshCalls.mockReturnValueOnce('unreachable')
    const tab = await openTab()
    await expect(tab.renew()).rejects.toMatchObject({ code: 'network' })
    expect(await tab.renew()).toBe('new')
    expect(tab.dialogs()).toBe(0)
  })
})
