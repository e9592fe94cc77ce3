import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers, findTooWide } from './support/axe.ts'
import { waitUntilDrawn, waitUntilSettled, setAppearance, type Theme } from './support/look.ts'
import { byPerson, morePages, openPage, pages, sampleOfPages } from './support/pages.ts'
import { maxShift, readShift } from './support/shift.ts'
import { useStage } from './support/stage.ts'
import type { Locale } from './support/texts.ts'
import { useTour } from './support/tour.ts'

const stage = useStage()
const tour = useTour(stage)
const [desktop, phone] = [1280, 360]

type Look = [Locale, Theme, number, 'all' | 'changeable']

/**
 * The full run covers each pair of language, theme and width; it runs all rules once per language, then those that a
 * look can break. The sample views each page in two opposite ways, alternating between pages, and begins each in the
 * language of the last.
 */
const everyLook: Look[][] = [
  [
    ['en', 'light', desktop, 'all'],
    ['en', 'dark', phone, 'changeable'],
    ['ar', 'light', phone, 'changeable'],
    ['ar', 'dark', desktop, 'all'],
  ],
]
const sample: Look[][] = [
  [
    ['en', 'light', desktop, 'all'],
    ['ar', 'dark', phone, 'changeable'],
  ],
  [
    ['ar', 'light', desktop, 'all'],
    ['en', 'dark', phone, 'changeable'],
  ],
]
const looks = sampleOfPages(sample, everyLook)

/** Truncated times in tables: without its last letters a time reads as a different one. */
const cutTimesOf = (page: Page): Promise<string[]> =>
  page
    .locator('td time')
    .evaluateAll((times) =>
      times
        .filter((time) => time.parentElement!.scrollWidth > time.parentElement!.clientWidth + 1)
        .map((time) => `cut short: ${time.textContent}`),
    )

/** Links that our styles do not reach, and text bolder than the font offers, which falls back to another font. */
const strangersOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...[...document.querySelectorAll('a')]
      .filter((link) => getComputedStyle(link).color === 'rgb(0, 0, 238)')
      .map((link) => `a link in the browser's blue: ${link.textContent}`),
    ...[...document.querySelectorAll('b, strong')]
      .filter((word) => Number(getComputedStyle(word).fontWeight) > 650)
      .map((word) => `bolder than the font: ${word.textContent}`),
  ])

const views = [...pages, ...morePages].map(([name, login, path]) => ({ name, login, path }))
const rows = byPerson(views).map((view, at) => ({ ...view, ofPage: looks[at % looks.length]! }))

// R010: light and dark, English and Arabic.
describe('Every page', () => {
  it.each(rows)(
    '$name: nothing moves while it loads; no accessibility issues and no horizontal scrolling, in both languages, themes, and widths',
    async ({ name, login, path, ofPage }) => {
      const page = await openPage(stage(), name, login, path, { tour })
      const issues: string[] = []
      await waitUntilSettled(page)
      const shift = await readShift(page)
      // A line about the account is read beside the page, and may come after it.
      const hasLines = (await page.getByRole('region', { name: 'Account notices', exact: true }).count()) > 0
      if (shift.sum > maxShift && !hasLines)
        issues.push(`moved by ${shift.sum.toFixed(3)} while it loaded: ${shift.of}`)
      // A redirect would test another page instead.
      if (login && name !== 'lead' && name !== 'person') expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
      for (const [locale, theme, width, rules] of ofPage) {
        await page.setViewportSize({ width, height: 900 })
        await setAppearance(page, locale, theme)
        await waitUntilSettled(page)
        await waitUntilDrawn(page)
        const barriers = await findBarriers(page, rules)
        if (width === phone) barriers.push(...(await findTooWide(page)))
        if (width === desktop) barriers.push(...(await cutTimesOf(page)), ...(await strangersOf(page)))
        issues.push(...barriers.map((barrier) => `${locale} ${theme} ${width}: ${barrier}`))
      }
      // Where the tour loads the next page.
      await page.setViewportSize({ width: desktop, height: 900 })
      expect(issues).toEqual([])
    },
  )
})
