import { openPart } from './support/campaign.ts'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createWebhook } from '#contract/integrations/destinations.ts'
import { endOtherSessions } from '#contract/sign-in/own-sessions.ts'
import { findBarriers } from './support/axe.ts'
import { confirmIdentity } from './support/confirm-identity.ts'
import { people } from './support/people.ts'
import { signIn, useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

// Sensitive calls ask who somebody is where they are: nothing typed is lost, and the same call goes on (decision 36).

const stage = useStage()
const { acmeOwner } = people
const address = 'https://hooks.example.com/leads'

const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm your identity' })

/** Statuses of an operation's calls on a page, in their order. */
function watchCalls(page: Page, path: string): number[] {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === `/api${path}`) statuses.push(response.status())
  })
  return statuses
}

/** The form for a webhook of a campaign, sent with an address. */
async function typeWebhook(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Open house weekends' }).first().click()
  await openPart(page, 'Destinations')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add webhook' })
  await form.getByRole('textbox').fill(address)
  await form.getByRole('button', { name: 'Add webhook' }).click()
  return form
}

describe('A call that asks who somebody is', () => {
  it('keeps the form when they cancel or are wrong, and goes on once they have said so', async () => {
    const page = await stage().newPageOf(acmeOwner, '/siteid/campaign-management?search=Open+house', { proof: 'none' })
    stage().allow(page, /status of (403|422)/)
    const calls = watchCalls(page, createWebhook.path)
    const form = await typeWebhook(page)
    await question(page)
      .getByLabel(/^Current password/)
      .waitFor()
    expect(await findBarriers(page)).toEqual([])

    // Both ways to cancel lead back to the form, with nothing sent and nothing said.
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'detached' })
    expect(await form.getByRole('textbox').inputValue()).toBe(address)
    await form.getByRole('button', { name: 'Add webhook' }).click()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await question(page).waitFor({ state: 'detached' })
    expect(await form.getByRole('textbox').inputValue()).toBe(address)
    expect(await form.getByRole('alert').count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(calls).toEqual([403, 403])

    await form.getByRole('button', { name: 'Add webhook' }).click()
    await question(page)
      .getByLabel(/^Current password/)
      .fill('not the password')
    await question(page).getByRole('button', { name: 'Confirm' }).click()
    await question(page).getByText('* Sorry, your current password invalid').waitFor()
    await confirmIdentity(page, acmeOwner.password)
    // Nobody has to click again.
    await page.getByRole('dialog', { name: 'Copy the signing secret now' }).waitFor()
    expect(calls).toEqual([403, 403, 403, 200])
  })

  it('asks before it signs the other devices out', async () => {
    const page = await stage().newPage()
    await signIn(page, stage().origin(acmeOwner.host), acmeOwner, say('en'))
    stage().allow(page, /status of 403/)
    const calls = watchCalls(page, endOtherSessions.path)
    await page.getByRole('button', { name: `Account of ${acmeOwner.name}` }).click()
    await page.getByRole('menuitem', { name: 'Sessions', exact: true }).click()
    const sessions = page.getByRole('dialog', { name: 'Sessions' })
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await question(page).waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).waitFor()
    expect(calls).toEqual([403])
  })
})
