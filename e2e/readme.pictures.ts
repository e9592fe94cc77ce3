import { join } from 'node:path'
import { test } from 'vitest'
import { demoId } from '#demo/world.ts'
import { seePrice } from './support/lead.ts'
import { setAppearance, waitUntilSettled, type Theme } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say, type Locale } from './support/texts.ts'

// `npm run pictures`: takes the pictures of README from the demo, as the agency that the tour begins with sees it.

const stage = useStage()
const folder = join(import.meta.dirname, '../docs/screenshots')
const campaign = `/siteid/campaign-management/${demoId('Plumbright Emergency plumbing site')}`

const pictures: [string, string, Locale, Theme][] = [
  ['leads', '/siteid/leads', 'en', 'light'],
  ['lead', '/siteid/leads', 'en', 'light'],
  ['visits', '/siteid/visits', 'en', 'light'],
  ['campaign-dark', campaign, 'en', 'dark'],
  ['leads-arabic', '/siteid/leads', 'ar', 'light'],
]

test.each(pictures)('%s', async (name, path, locale, theme) => {
  const page = await stage().newPageOf(people.acmeOwner, path)
  await page.setViewportSize({ width: 1280, height: 800 })
  await setAppearance(page, locale, theme)
  await waitUntilSettled(page)
  if (name === 'lead') {
    await page.getByRole('table').getByRole('link').first().click()
    await seePrice(page, say(locale))
    await waitUntilSettled(page)
  }
  await page.screenshot({ path: join(folder, `${name}.png`) })
})
