import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { test } from 'vitest'
import { setAppearance, waitUntilSettled } from './support/look.ts'
import { people, type Login } from './support/people.ts'
import { useStage } from './support/stage.ts'

// `npm run pictures`: takes the handbook's pictures from the demo. They show a page without its frame, because each
// reader has another brand around it.

const stage = useStage()
const folder = join(import.meta.dirname, '../docs/guide/pictures')
const size = { width: 1280, height: 800 }
/** The rest of a page is more of the same. The head of the dashboard names the module in this brand's words. */
const maxHeight = 620

const pictures: [string, Login, string][] = [
  ['dashboard', people.plumbright, '/siteid/dashboard'],
  ['leads', people.plumbright, '/siteid/leads'],
  ['visits', people.plumbright, '/siteid/visits'],
  ['reports', people.acmeOwner, '/reports'],
]

const looks = pictures.flatMap(([name, ...rest]) => [
  [name, 'en', ...rest] as const,
  [`${name}.ar`, 'ar', ...rest] as const,
])

test.each(looks)('%s', async (name, locale, login, path) => {
  const page = await stage().newPageOf(login, path)
  await page.setViewportSize(size)
  await setAppearance(page, locale, 'light')
  await waitUntilSettled(page)
  const main = page.getByRole('main')
  const { x, y: top, width } = (await main.boundingBox())!
  const head = (await main.locator('header').first().boundingBox())!
  const y = name.startsWith('dashboard') ? head.y + head.height : top
  const height = Math.min(size.height - y, maxHeight)
  const picture = await page.screenshot({ clip: { x, y, width, height } })
  mkdirSync(folder, { recursive: true })
  await sharp(picture)
    .webp({ quality: 80 })
    .toFile(join(folder, `${name}.webp`))
})
