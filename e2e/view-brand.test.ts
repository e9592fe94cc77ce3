import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { confirmIdentityIfAsked } from './support/confirm-identity.ts'
import { waitUntilSettled } from './support/look.ts'
import { people } from './support/people.ts'
import { signIn, useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

const stage = useStage()
const { root, brightsideOwner } = people
const operatorBrand = /leadloom/i

/** Everything on a page that shows its brand. */
const brandOn = (page: Page) =>
  page.evaluate(() => ({
    name: document.querySelector('header a bdi')?.textContent,
    tab: document.title.split(' · ').at(-1),
    fill: getComputedStyle(document.documentElement).getPropertyValue('--brand-fill').trim(),
    icon: document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href,
    menu: document.querySelector('nav')?.textContent,
  }))

async function viewBrightside(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: `View as` })
    .and(page.getByRole('button', { name: brightsideOwner.name }))
    .click()
  const dialog = page.getByRole('dialog', { name: 'View as user' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4712: the logo is the wrong one')
  stage().allow(page, /status of 403/)
  await dialog.getByRole('button', { name: 'View as user' }).click()
  await confirmIdentityIfAsked(page, page.getByRole('region', { name: 'View mode' }), root.password)
}

it('R006: in view mode one sees the viewed person’s brand, on every page and after a reload, and one’s own afterwards', async () => {
  const visitor = await stage().newPage()
  await visitor.goto(stage().origin(brightsideOwner.host))
  const publicBrand = await visitor.evaluate(() => ({
    fill: getComputedStyle(document.documentElement).getPropertyValue('--brand-fill').trim(),
    icon: document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href,
  }))

  const page = await stage().newPage()
  await signIn(page, stage().origin(root.host), root, say('en'))
  await waitUntilSettled(page)
  const before = await brandOn(page)
  expect(before).toMatchObject({ name: 'Leadloom', tab: 'Leadloom' })
  expect(before.fill).not.toBe(publicBrand.fill)

  await viewBrightside(page)
  for (const path of ['/configuration/general-setting', '/configuration/client-management', '/siteid/leads']) {
    await page.goto(stage().origin(root.host) + path)
    await waitUntilSettled(page)
    expect(await brandOn(page)).toMatchObject({ name: 'Brightside Media', tab: 'Brightside Media', ...publicBrand })
    expect(await page.getByRole('link', { name: 'Visitor Finder' }).count(), 'the module’s own name').toBe(1)
    expect(await page.locator(':root').innerText()).not.toMatch(operatorBrand)
  }

  // The host's own pages keep its brand: the login, and the offline message.
  const outsider = await stage().newPage()
  await outsider.goto(stage().origin(root.host))
  expect(await outsider.title()).toContain('Leadloom')

  await page.getByRole('region', { name: 'View mode' }).getByRole('button', { name: 'Leave view mode' }).click()
  await page.getByRole('heading', { name: 'Agency List', level: 1 }).waitFor()
  await waitUntilSettled(page)
  expect(await brandOn(page)).toEqual(before)
})
