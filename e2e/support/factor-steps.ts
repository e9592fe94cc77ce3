import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { codeOf } from './authenticator.ts'
import { findBarriers } from './axe.ts'
import { confirmIdentityIfAsked } from './confirm-identity.ts'
import { people } from './people.ts'

// Steps by which the operator turns an authenticator on and off.

const { root } = people

async function openFactors(page: Page) {
  await page.getByRole('button', { name: `Account of ${root.name}` }).click()
  await page.getByRole('menuitem', { name: 'Two Factor Authentication' }).click()
  const dialog = page.getByRole('dialog', { name: 'Two Factor Authentication' })
  await dialog.getByRole('button', { name: /^Authenticator/ }).waitFor()
  return dialog
}

/** R090, T021: shows the QR code and the secret, and requires a valid code. Calls may be refused with 403 and 422. */
export async function turnAuthenticatorOn(page: Page): Promise<{ secret: string; recoveryCode: string }> {
  const choice = await openFactors(page)
  expect(await findBarriers(page)).toEqual([])
  await choice.getByRole('button', { name: /^Authenticator/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Authenticator' })
  await dialog.getByRole('img', { name: 'QR code for your authenticator' }).waitFor()
  const secret = (await dialog.getByRole('group', { name: 'Or enter this key manually' }).innerText()).replaceAll(
    /\s/g,
    '',
  )
  expect(await findBarriers(page)).toEqual([])
  // Computed at the last moment: a code of the previous step is accepted only briefly.
  const save = async () => {
    await dialog.getByLabel('Code from the authenticator').fill(codeOf(secret, 1))
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  await save()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  const refusal = dialog.getByText('That code is incorrect or expired.')
  await confirmIdentityIfAsked(page, codes.or(refusal), root.password)
  // The code expired during the password prompt, so enter a new one, as any user would.
  if (await refusal.isVisible()) await save()
  const codeText = await codes.getByRole('group', { name: 'Each works once in place of a code' }).innerText()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    codes.getByRole('link', { name: 'Download codes' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')
  expect((await readFile(await file.path(), 'utf8')).trim().split('\n')).toEqual(codeText.trim().split(/\s+/))
  await codes.getByRole('button', { name: 'I’ve saved them' }).click()
  return { secret, recoveryCode: codeText.trim().split(/\s+/)[0]! }
}

/** R089: choosing the active method again turns it off. A call may be refused with 403. */
export async function turnAuthenticatorOff(page: Page, recoveryCode: string): Promise<void> {
  const choice = await openFactors(page)
  await choice.getByRole('button', { name: /^Authenticator/ }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Turn off' }).click()
  const notice = page.getByText('Two-factor authentication is off.').first()
  await confirmIdentityIfAsked(page, notice, root.password, recoveryCode)
}
