import { expect, test } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { setAppearance, waitUntilSettled } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

test('“?” on a page opens its chapter in the agency’s words, a search finds others, and Arabic reads from the right', async () => {
  const page = await stage().newPageOf(people.brightsideOwner, '/visitors/leads')
  await page.getByRole('link', { name: 'Help for this page' }).click()
  await page.waitForURL('**/help/leads')
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor()
  await page.getByRole('heading', { level: 2, name: 'Work a lead' }).waitFor()
  const picture = page.getByRole('img', { name: 'The list of leads' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500)

  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search help' }).fill('pixel')
  await page.getByRole('list', { name: 'Search results' }).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: 'The pixel' }).waitFor()
  // The agency has its own name for the module.
  await page.getByText(/campaign of .Visitor Finder. or/).waitFor()
  expect(await page.getByRole('main').innerText()).not.toContain('Site ID')

  await setAppearance(page, 'ar', 'dark')
  await page.getByRole('heading', { level: 1, name: 'البكسل' }).waitFor()
  expect(await page.getByRole('article').evaluate((article) => getComputedStyle(article).direction)).toBe('rtl')
  expect(await findBarriers(page)).toEqual([])
  await setAppearance(page, 'en', 'light')

  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search everything' }).fill('Handbook')
  await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().click()
  await page.waitForURL('**/help')
  await waitUntilSettled(page)
})
