import type { Locator, Page } from 'playwright-core'
import { reauthenticate } from '#contract/sign-in/reauthenticate.ts'
import { callSealed, type HostAndPort } from '#demo/sign-in/log-in.ts'
import { say, type Say } from './texts.ts'

const english = say('en')
const proofOn = (page: Page, t: Say): Locator => page.getByRole('dialog', { name: t('Confirm your identity') })

/** Confirms identity in the dialog, once; the request that needed it then continues (decision 36). */
export async function confirmIdentity(page: Page, password: string, code?: string, t = english): Promise<void> {
  const dialog = proofOn(page, t)
  await dialog.getByLabel(new RegExp(`^${t('Current password')}`)).fill(password)
  if (code !== undefined) await dialog.getByLabel(t('Code from your authenticator')).fill(code)
  await dialog.getByRole('button', { name: t('Confirm') }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/**
 * Waits for the request's effect and confirms identity if asked: a confirmation is valid for ten minutes of its
 * session, so an earlier test may have given it.
 */
export async function confirmIdentityIfAsked(
  page: Page,
  outcome: Locator,
  password: string,
  code?: string,
  t = english,
): Promise<void> {
  const dialog = proofOn(page, t)
  await outcome.or(dialog).first().waitFor()
  if (await dialog.isVisible()) await confirmIdentity(page, password, code, t)
  await outcome.waitFor()
}

/** Confirms a person's identity in the session of a token, as the dialog would: for journeys that are not about it. */
export async function proveIdentity(
  door: HostAndPort,
  token: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const authHeaders = { ...headers, authorization: `Bearer ${token}` }
  const { status } = await callSealed(door, reauthenticate, { password }, authHeaders, Date.now())
  if (status !== 200) throw new Error(`the identity was not confirmed: ${status}`)
}

/** The same for the person who is signed in on a page. */
export async function proveOn(page: Page, password: string): Promise<void> {
  const { hostname: host, port } = new URL(page.url())
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  await proveIdentity({ host, port: Number(port) }, token!, password)
}
