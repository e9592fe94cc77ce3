import { expect, it } from 'vitest'
import { requestDesk } from '#demo/commands/request-desk.ts'
import { choose, openGroups, start } from './support/campaign.ts'
import { moveClock } from './support/desk.ts'
import { turnLanguage } from './support/look.ts'
import { useOwnProgram } from './support/own-program.ts'
import { people } from './support/people.ts'
import { say } from './support/texts.ts'

// 8 of features: an agency starts the campaign that it counted. Its leads of the next day would be the newest of a shared
// world, so the journey has its own program.

const program = useOwnProgram()

it.each([
  ['en', 21],
  ['ar', 31],
] as const)(
  'a Search ID campaign gets leads up to its limit each day, and the rest waits (%s)',
  async (locale, seed) => {
    const t = say(locale)
    const name = `Counted and started ${locale}`
    const page = await program().open(people.acmeOwner, '/searchid/campaign-management/new')
    await turnLanguage(page, locale)
    const { origin } = new URL(page.url())
    await choose(page, t('Client'), 'Plumbright')
    await page.getByRole('textbox', { name: t('Campaign name') }).fill(name)
    await page.getByRole('textbox', { name: t('Keywords'), exact: true }).fill('plumber\nsolar')
    await openGroups(page)
    await choose(page, t('Limit'), t('Per day'))
    await page.getByRole('textbox', { name: t('Maximum leads') }).fill('3')
    await page.getByRole('button', { name: t('Create campaign') }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    const searches = `${origin}/searchid/visits?campaign=${page.url().split('/').at(-1)}`
    await start(page, t)
    const table = page.getByRole('table', { name: t('Searches') })
    const leads = async (): Promise<number> => {
      await page.goto(`${searches}&reason=lead`)
      await table.getByRole('link').first().waitFor()
      return (await table.getByRole('row').count()) - 1
    }

    await requestDesk(program().port, 'POST', '/searches', `count=300&seed=${seed}`)
    await expect.poll(leads).toBe(3)
    await page.goto(`${searches}&reason=limit_reached`)
    await table.getByText(t('Limit reached')).first().waitFor()
    await moveClock(program().stage, '1 day ahead')
    await requestDesk(program().port, 'POST', '/searches', `count=20&seed=${seed + 1}`)
    await expect.poll(leads).toBe(6)
  },
)
