import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { saveLanguage } from '#contract/sign-in/language.ts'
import { askSealed, logIn } from '#demo/sign-in/log-in.ts'
import type { BrowserContextOptions } from 'playwright-core'
import type { Login } from './people.ts'

export type SessionState = Exclude<BrowserContextOptions['storageState'], string | undefined>

const headers = { 'user-agent': 'Mozilla/5.0 Chrome/142.0.0.0', 'accept-language': 'en-US' }

/**
 * Signs somebody in by the program's own call, and answers what their browser would then keep (D1 §4). The form has journeys
 * of its own: through it each sign-in costs as much as several pages. The device has chosen English, whatever the account says.
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

/** Opens a session and keeps it for all journeys in a file of its person's name. */
export async function keepSession(folder: string, port: number, origin: string, login: Login): Promise<void> {
  writeFileSync(sessionFile(folder, login), JSON.stringify(await openSession(port, origin, login)))
}

export const sessionFile = (folder: string, { email }: Login): string => join(folder, `${email}.json`)

function cookieOf(header: string, domain: string): SessionState['cookies'][number] {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header)!
  return { name, value, domain, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' }
}

/**
 * Lets an account read English again that a journey has turned to Arabic: others find its mails, and its pages in a browser
 * that has chosen nothing, as they were. Whoever has signed out since cannot.
 */
export async function turnBack(host: string, port: number, token: string): Promise<void> {
  const sent = { ...headers, authorization: `Bearer ${token}` }
  const { status } = await askSealed({ host, port }, saveLanguage, { language: 'en' }, sent, Date.now())
  if (status !== 200 && status !== 401) throw new Error(`the language was not put back: ${status}`)
}
