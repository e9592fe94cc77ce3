import { expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { fetchHere } from './support/fetch-here.ts'
import { waitUntilSettled } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()
const none = { enable: false, create: false, update: false, delete: false }
const menus = { AdsDesign: none, Campaign: none, LeadsPeek: none, report_analytics: false }

/** Sections whose only fields choose what is listed. */
const withoutSettings = ['Billing', 'User logs', 'Agreements']

it('R147: whoever may only look at settings finds every section read-only, with a word why', async () => {
  const page = await stage().newPageOf(people.acmeAdmin, '/siteid/dashboard')
  await page.route('**/api/user', async (route) => {
    const answer = await fetchHere(route)
    const { data, ...rest } = (await answer.json()) as { data: object }
    const user_permissions = { ...menus, Settings: { ...none, enable: true } }
    await route.fulfill({ json: { ...rest, data: { ...data, user_permissions } } })
  })
  await page.goto(`${stage().origin(people.acmeAdmin.host)}/configuration/general-setting`)
  const entries = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  await entries.first().waitFor()
  const names = await entries.allInnerTexts()
  expect(names.length).toBeGreaterThan(6)
  const editable: string[] = []
  for (const name of names.filter((one) => !withoutSettings.includes(one))) {
    await entries.filter({ hasText: new RegExp(`^${name}$`) }).click()
    await waitUntilSettled(page)
    // Radio buttons choose what a preview shows, and the search field which sections are listed.
    const fields = page
      .getByRole('main')
      .locator(':is(input:not([type=radio], [type=search]), textarea, select):enabled')
    const open = (await fields.count()) > 0
    const saves = await page.getByRole('main').getByRole('button', { name: /^Save/, disabled: false }).count()
    if (open || saves > 0) editable.push(name)
  }
  expect(editable).toEqual([])
  await page.getByRole('link', { name: 'Branding', exact: true }).click()
  await page.getByText('To change them, ask for a role that may update settings.').waitFor()
  expect(await findBarriers(page)).toEqual([])
})
