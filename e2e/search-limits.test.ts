import { expect, it } from 'vitest'
import { requestDesk } from '#demo/commands/request-desk.ts'
import { choose, start } from './support/campaign.ts'
import { moveClock } from './support/desk.ts'
import { useOwnProgram } from './support/own-program.ts'
import { people } from './support/people.ts'

// 8 of features: an agency starts the campaign that it counted. Its leads of the next day would be the newest of a shared
// world, so the journey has its own program.

const own = useOwnProgram(3)

it('a Search ID campaign gets leads up to its limit each day, and the rest of the searches wait', async () => {
  const page = await own().open(people.acmeOwner, '/searchid/campaign-management/new')
  const { origin } = new URL(page.url())
  await choose(page, 'Client', 'Plumbright')
  await page.getByRole('textbox', { name: 'Campaign name' }).fill('Counted and started')
  await page.getByRole('textbox', { name: 'Keywords', exact: true }).fill('plumber\nsolar')
  await choose(page, 'Limit', 'Per day')
  await page.getByRole('textbox', { name: 'Maximum leads' }).fill('3')
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await page.getByRole('heading', { name: 'Counted and started', level: 1 }).waitFor()
  const searches = `${origin}/searchid/visits?campaign=${page.url().split('/').at(-1)}`
  await start(page)
  const table = page.getByRole('table', { name: 'Searches' })
  const leads = async (): Promise<number> => {
    await page.goto(`${searches}&reason=lead`)
    await table.getByRole('link').first().waitFor()
    return (await table.getByRole('row').count()) - 1
  }

  await requestDesk(own().port, 'POST', '/searches', 'count=300&seed=21')
  await expect.poll(leads).toBe(3)
  await page.goto(`${searches}&reason=limit_reached`)
  await table.getByText('Limit reached').first().waitFor()
  await moveClock(own().stage, '1 day ahead')
  await requestDesk(own().port, 'POST', '/searches', 'count=20&seed=22')
  await expect.poll(leads).toBe(6)
})
