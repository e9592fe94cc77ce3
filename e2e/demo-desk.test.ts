import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { deskHost, hostOf, users } from '#demo/world.ts'
import { findBarriers, sidewaysScroll } from './support/axe.ts'
import { readDesk } from './support/desk.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

/**
 * Opens the desk with a non-headless user agent, because bots make no leads. Sets English for every host, because the
 * demo's people may have chosen another language for their accounts, here or in another journey.
 */
async function openDesk(): Promise<Page> {
  const page = await stage().newVisitor()
  // A frame with an opaque origin has no local storage.
  await page.context().addInitScript(() => self.origin !== 'null' && localStorage.setItem('user-locale', 'en'))
  await page.goto(stage().origin(deskHost))
  return page
}

async function clickInNewTab(desk: Page, name: string): Promise<Page> {
  const [popup] = await Promise.all([
    desk.context().waitForEvent('page'),
    desk.getByRole('button', { name, exact: true }).click(),
  ])
  return popup
}

describe('The demo desk', () => {
  it('signs in as each person with one click, on their own host', async () => {
    const desk = await openDesk()
    for (const user of users) {
      const page = await clickInNewTab(desk, `Sign in as ${user.name}`)
      await page.waitForURL((url) => !url.pathname.startsWith('/demo-desk'))
      expect(new URL(page.url()).hostname).toBe(hostOf(user))
      await page.getByRole('button', { name: `Account of ${user.name}` }).waitFor()
      await page.close()
    }
  })

  it('explains why a used link no longer works, and links back', async () => {
    const page = await stage().newPage()
    stage().allow(page, /status of 403/)
    await page.goto(`${stage().origin('acme.localhost')}/demo-desk/sign-in#${'x'.repeat(43)}`)
    await page.getByText('This link was already used or is older than a minute.').waitFor()
    await page.getByRole('link', { name: 'Back to the demo desk' }).click()
    await page.getByRole('heading', { name: 'Demo desk' }).waitFor()
  })

  it('shows a client’s site and its lead list side by side: visiting one updates the other', async () => {
    const desk = await openDesk()
    const page = await clickInNewTab(desk, 'Shop and leads side by side')
    const [shop, leads] = [page.frameLocator('#shop'), page.frameLocator('#leads')]
    await shop.getByRole('heading', { level: 1 }).waitFor()
    await leads.getByText('Live', { exact: true }).waitFor()
    const guests = (await readDesk(stage().port)).samples
    const guest = guests[3]!
    await page.getByLabel('Visit as').selectOption(guest.md5)
    await page.getByRole('button', { name: 'Visit the shop' }).click()
    await shop.getByText(`You came as ${guest.name}`).waitFor()
    await leads.getByRole('table', { name: 'Leads' }).getByRole('link', { name: guest.name }).waitFor()
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      expect(await findBarriers(page)).toEqual([])
    }
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await sidewaysScroll(page)).toBe(0)
  })

  it('has no accessibility issues and no horizontal scrolling, light and dark, wide and narrow', async () => {
    const desk = await openDesk()
    for (const width of [1280, 360])
      for (const theme of ['light', 'dark'] as const) {
        await desk.setViewportSize({ width, height: 900 })
        await desk.emulateMedia({ colorScheme: theme })
        expect([width, theme, await findBarriers(desk), await sidewaysScroll(desk)]).toEqual([width, theme, [], 0])
      }
  })
})
