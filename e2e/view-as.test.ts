import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { confirmIdentityIfAsked } from './support/confirm-identity.ts'
import { demoId } from '#demo/world.ts'
import { findBarriers } from './support/axe.ts'
import { people, type Login } from './support/people.ts'
import { signIn, useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

const stage = useStage()
const t = say('en')
const reason = 'Ticket 4711: leads do not arrive'
const backButton = (page: Page) =>
  page.getByRole('region', { name: 'View mode' }).getByRole('button', { name: 'Leave view mode' })

/**
 * A separate sign-in, because view mode ends the access token that other tests share. Only once for all tests, because
 * root users have three sessions at most.
 */
async function newRootPage(): Promise<Page> {
  const page = await stage().newPage()
  await signIn(page, stage().origin(people.root.host), people.root, t)
  await page.getByRole('heading', { name: 'Agency List', level: 1 }).waitFor()
  return page
}

async function viewAs(page: Page, login: Login): Promise<void> {
  await page
    .getByRole('button', { name: `View as` })
    .and(page.getByRole('button', { name: login.name }))
    .click()
  const dialog = page.getByRole('dialog', { name: 'View as user' })
  await dialog.getByRole('button', { name: 'View as user' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  stage().allow(page, /status of 403/)
  await dialog.getByRole('button', { name: 'View as user' }).click()
  await confirmIdentityIfAsked(page, page.getByRole('region', { name: 'View mode' }), people.root.password)
}

/** Actions that view mode blocks although it shows them. */
async function tryBlockedActions(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Leads' }).click()
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Administrator List' }).click()
  await page.getByRole('button', { name: 'Invite administrator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite administrator' })
  await dialog.getByLabel('Full name').fill('Nova Lane')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('nova@acme.test')
  stage().allow(page, /status of 403/)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.getByText('This is not available in view mode.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  // The rejected input is still in the form, so leaving it asks for confirmation.
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Shows what may be seen of an account's payments, without an error for the rest. */
async function openCardSetting(page: Page): Promise<void> {
  await page.goto(`${stage().origin(people.root.host)}/user/card-setting`)
  await page.getByText('The card, payments and invoices are not shown in view mode.').waitFor()
  await page.getByRole('heading', { name: 'Tax details' }).waitFor()
  expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
}

describe('10. Root support views as an agency', () => {
  it('with a reason, sees what the owner sees under a banner, cannot gain access, and returns as itself', async () => {
    const page = await newRootPage()
    const rootToken = await page.evaluate(() => localStorage.getItem('refresh_token'))
    await viewAs(page, people.acmeOwner)
    // R071: the first page in view mode for an agency.
    await page.getByRole('heading', { name: 'General Settings', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Client Management' }).click()
    await page
      .getByRole('table', { name: 'Clients' })
      .getByRole('link', { name: /^Plumbright/ })
      .waitFor()
    await page.getByRole('button', { name: `Account of ${people.acmeOwner.name}` }).waitFor()
    const storage = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(storage, 'nothing of the root’s own is left in the browser').not.toContain(rootToken)
    expect(storage).not.toContain('refresh_token')

    await page.goto(`${stage().origin(people.root.host)}/configuration/agency-list`)
    await page.getByRole('heading', { name: '404 - Page Not Found' }).waitFor()
    await page.getByRole('link', { name: 'Go to Homepage' }).click()
    await tryBlockedActions(page)
    await openCardSetting(page)

    // Leaving view mode revokes the token of requests that the page has just sent.
    stage().allow(page, /status of 401/)
    await backButton(page).click()
    await page.getByRole('heading', { name: 'Agency List', level: 1 }).waitFor()
    await page.getByRole('button', { name: `Account of ${people.root.name}` }).waitFor()
    expect(await page.getByRole('region', { name: 'View mode' }).count()).toBe(0)

    await viewAs(page, people.brightsideOwner)
    await page.getByRole('banner').getByRole('button', { name: 'Leave view mode' }).click()
    await page.getByRole('heading', { name: 'Agency List', level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Agency List', level: 1 }).waitFor()
  })

  it('and no administrator can', async () => {
    const page = await stage().newPageOf(people.acmeAdmin, '/configuration/client-management')
    await page.getByRole('link', { name: /^Plumbright/ }).waitFor()
    expect(await page.getByRole('button', { name: /View as/ }).count()).toBe(0)
  })

  it('and the owner sees it and its reason in the security events', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/client-management')
    await page.getByRole('button', { name: `Account of ${people.acmeOwner.name}` }).click()
    await page.getByRole('menuitem', { name: 'Sessions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sessions' })
    await dialog.getByRole('tab', { name: 'Security events' }).click()
    const began = dialog.getByRole('listitem').filter({ hasText: 'Support started viewing the account' }).first()
    await began.getByText(reason).waitFor()
    await dialog.getByText('Support stopped viewing the account').first().waitFor()
    expect(await dialog.getByText(people.root.name).count(), 'no name of the operator’s people').toBe(0)
    expect(await findBarriers(page)).toEqual([])
  })
})

it('An agency’s owner views as a client from its page, and returns as itself', async () => {
  const page = await stage().newPage()
  const origin = stage().origin(people.acmeOwner.host)
  await signIn(page, origin, people.acmeOwner, t)
  await page.goto(`${origin}/configuration/client-management/${demoId('Plumbright')}`)
  await page.getByRole('button', { name: 'View as', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'View as user' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  stage().allow(page, /status of 403/)
  await dialog.getByRole('button', { name: 'View as user' }).click()
  const banner = page.getByRole('region', { name: 'View mode' })
  await confirmIdentityIfAsked(page, banner, people.acmeOwner.password)
  await banner.getByText(people.plumbright.name).waitFor()
  await page.getByRole('link', { name: 'Leads', exact: true }).click()
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor()
  await page.getByRole('table', { name: 'Leads' }).getByRole('link').first().waitFor()
  expect(await page.getByRole('link', { name: 'Client Management' }).count()).toBe(0)
  // Leaving view mode at once revokes the token of requests that the page has just sent.
  stage().allow(page, /status of 401/)
  await backButton(page).click()
  await page.getByRole('button', { name: `Account of ${people.acmeOwner.name}` }).waitFor()
  await page.getByRole('link', { name: 'Client Management' }).waitFor()
})
