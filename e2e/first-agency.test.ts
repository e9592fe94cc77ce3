import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { readDesk } from './support/desk.ts'
import { people } from './support/people.ts'
import { signIn, useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

const stage = useStage()
const t = say('en')
const { root } = people
const step_ms = 30_000

/** What an authenticator showed so many steps ago. Each step counts once, so the set-up leaves the present one to the sign-in. */
const codeOf = (secret: string, stepsAgo: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() - stepsAgo * step_ms })

async function openFactors(page: Page) {
  await page.getByRole('button', { name: `Account of ${root.name}` }).click()
  await page.getByRole('menuitem', { name: 'Two Factor Authentication' }).click()
  const dialog = page.getByRole('dialog', { name: 'Two Factor Authentication' })
  await dialog.getByRole('button', { name: /^Authenticator/ }).waitFor()
  return dialog
}

/** R090, T021: the picture, the secret to type, and a code that shows that it worked. */
async function turnAuthenticatorOn(page: Page): Promise<{ secret: string; recoveryCode: string }> {
  const choice = await openFactors(page)
  expect(await findBarriers(page)).toEqual([])
  await choice.getByRole('button', { name: /^Authenticator/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Authenticator' })
  await dialog.getByRole('img', { name: 'QR code for your authenticator' }).waitFor()
  const secret = (await dialog.getByRole('group', { name: 'Or type this secret' }).innerText()).replaceAll(/\s/g, '')
  await dialog.getByLabel('Code from the authenticator').fill(codeOf(secret, 1))
  await dialog.getByLabel('Current password', { exact: true }).fill(root.password)
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  const shown = await codes.getByRole('group', { name: 'Each works once in place of a code' }).innerText()
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  return { secret, recoveryCode: shown.trim().split(/\s+/)[0]! }
}

/** R089: the method that is on is turned off by choosing it again. */
async function turnAuthenticatorOff(page: Page, recoveryCode: string): Promise<void> {
  const choice = await openFactors(page)
  await choice.getByRole('button', { name: /^Authenticator/ }).click()
  await page.getByLabel('Code from your present authenticator').fill(recoveryCode)
  await page.getByLabel('Current password', { exact: true }).fill(root.password)
  await page.getByRole('dialog').last().getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Two-factor authentication is off.').first().waitFor()
}

async function addAgency(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add agency' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add agency' })
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByLabel('Company name').fill('Lantern Media')
  await dialog.getByLabel('Full name').fill('Lena Lantern')
  await dialog.getByLabel('E-mail').fill('lena@lantern.test')
  await dialog.getByLabel('Subdomain').fill('lantern')
  await dialog.getByRole('button', { name: 'Add agency' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('table', { name: 'Agencies' }).getByText('Lantern Media').waitFor()
  const mails = async () => (await readDesk(stage().port)).mails.filter(({ to }) => to.includes('lena@lantern.test'))
  await expect.poll(async () => (await mails()).map(({ subject }) => subject)).toEqual(['You are invited'])
}

describe('1. Root sets up a first agency', () => {
  it('signs in with an authenticator, comes to the Agency List and adds an agency, whose owner is invited by mail', async () => {
    const page = await stage().newPage()
    await signIn(page, stage().origin(root.host), root, t)
    await page.getByRole('heading', { name: 'Agency List', level: 1 }).waitFor()
    const { secret, recoveryCode } = await turnAuthenticatorOn(page)
    try {
      await page.getByRole('button', { name: `Account of ${root.name}` }).click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await page.getByLabel('E-mail', { exact: true }).waitFor()
      expect(await page.evaluate(() => localStorage.getItem('refresh_token')), 'R080').toBeNull()
      await page.getByLabel('E-mail', { exact: true }).fill(root.email)
      await page.getByLabel('Password', { exact: true }).fill(root.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      // R088: the second step, in place of the first.
      await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
      stage().allow(page, /status of 422/)
      await page.getByLabel('Code', { exact: true }).fill('000000')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByText('This code is not right or has expired.').waitFor()
      await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 0))
      // By the keyboard: a click could fall on what comes next.
      await page.getByLabel('Code', { exact: true }).press('Enter')
      await page.getByRole('heading', { name: 'Agency List', level: 1 }).waitFor()
      await addAgency(page)
    } finally {
      await turnAuthenticatorOff(page, recoveryCode)
      // Turning it on has ended the session that other journeys share.
      rmSync(join(inject('sessionFolder'), `${root.email}.json`), { force: true })
    }
  })
})
