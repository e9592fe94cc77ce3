import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { saveLanguage } from '#contract/sign-in/language.ts'
import { callSealed, logIn } from '#demo/sign-in/log-in.ts'
import type { BrowserContextOptions } from 'playwright-core'
import { proveIdentity } from './confirm-identity.ts'
import type { Login } from './people.ts'

export type SessionState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/**
 * Whether the person has just confirmed who they are (decision 36), which is valid for longer than a shared session is
 * used. Journeys about the dialog that asks for it begin without.
 */
export type ProofState = 'given' | 'none'

const headers = { 'user-agent': 'Mozilla/5.0 Chrome/142.0.0.0', 'accept-language': 'en-US' }

/**
 * Signs in through the program's own operation and returns what the browser would store (D1 §4). Other journeys cover
 * the form, which takes as long as several pages. The device's language is English, whatever the account's.
 */
async function openSession(port: number, origin: string, login: Login, proof: ProofState): Promise<SessionState> {
  const door = { host: login.host, port }
  const { status, body, cookies } = await logIn(door, login, { headers }, Date.now())
  const tokens = body as Record<string, unknown>
  if (status !== 200 || !tokens['access_token']) throw new Error(`${login.email} could not sign in: ${status}`)
  if (proof === 'given') await proveIdentity(door, String(tokens['access_token']), login.password, headers)
  const storage = ['refresh_token', 'expires_in', 'access_token'].map((name) => ({ name, value: String(tokens[name]) }))
  return {
    cookies: cookies.map((cookie) => cookieOf(cookie, login.host)),
    origins: [{ origin, localStorage: [...storage, { name: 'user-locale', value: 'en' }] }],
  }
}

/** Signs in and saves the session in a file named after the person, for all journeys. */
export async function saveSession(
  folder: string,
  port: number,
  origin: string,
  login: Login,
  proof: ProofState = 'given',
): Promise<void> {
  const state = await openSession(port, origin, login, proof)
  writeFileSync(sessionFile(folder, login, proof), JSON.stringify(state))
}

export const sessionFile = (folder: string, { email }: Login, proof: ProofState): string =>
  join(folder, proof === 'given' ? `${email}.json` : `${email}.unproved.json`)

function cookieOf(header: string, domain: string): SessionState['cookies'][number] {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header)!
  return { name, value, domain, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' }
}

/**
 * Resets an account that a journey has turned to Arabic: others expect its emails in English, and its pages if the
 * browser has no setting. Not possible after signing out.
 */
export async function resetLanguage(host: string, port: number, token: string): Promise<void> {
  const authHeaders = { ...headers, authorization: `Bearer ${token}` }
  const { status } = await callSealed({ host, port }, saveLanguage, { language: 'en' }, authHeaders, Date.now())
  if (status !== 200 && status !== 401) throw new Error(`the language was not restored: ${status}`)
}
