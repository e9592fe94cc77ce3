import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { saveLanguage } from '#contract/sign-in/language.ts'
import { callSealed, logIn } from '#demo/sign-in/log-in.ts'
import type { BrowserContextOptions } from 'playwright-core'
import type { Login } from './people.ts'

export type SessionState = Exclude<BrowserContextOptions['storageState'], string | undefined>

const headers = { 'user-agent': 'Mozilla/5.0 Chrome/142.0.0.0', 'accept-language': 'en-US' }

/**
 * Signs in through the program's own operation and returns what the browser would store (D1 §4). Other journeys cover
 * the form, which takes as long as several pages. The device's language is English, whatever the account's.
 */
async function openSession(port: number, origin: string, login: Login): Promise<SessionState> {
  const { status, body, cookies } = await logIn({ host: login.host, port }, login, { headers }, Date.now())
  const tokens = body as Record<string, unknown>
  if (status !== 200 || !tokens['access_token']) throw new Error(`${login.email} could not sign in: ${status}`)
  const kept = ['refresh_token', 'expires_in', 'access_token'].map((name) => ({ name, value: String(tokens[name]) }))
  return {
    cookies: cookies.map((cookie) => cookieOf(cookie, login.host)),
    origins: [{ origin, localStorage: [...kept, { name: 'user-locale', value: 'en' }] }],
  }
}

/** Signs in and saves the session in a file named after the person, for all journeys. */
export async function saveSession(folder: string, port: number, origin: string, login: Login): Promise<void> {
  writeFileSync(sessionFile(folder, login), JSON.stringify(await openSession(port, origin, login)))
}

export const sessionFile = (folder: string, { email }: Login): string => join(folder, `${email}.json`)

function cookieOf(header: string, domain: string): SessionState['cookies'][number] {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header)!
  return { name, value, domain, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' }
}

/**
 * Resets an account that a journey has turned to Arabic: others expect its emails in English, and its pages if the
 * browser has no setting. Not possible after signing out.
 */
export async function resetLanguage(host: string, port: number, token: string): Promise<void> {
  const sent = { ...headers, authorization: `Bearer ${token}` }
  const { status } = await callSealed({ host, port }, saveLanguage, { language: 'en' }, sent, Date.now())
  if (status !== 200 && status !== 401) throw new Error(`the language was not restored: ${status}`)
}
