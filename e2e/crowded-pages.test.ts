import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { crowd } from './support/crowd.ts'
import { findLayoutFaults } from './support/layout.ts'
import { loaded, settled, turnLanguage, type Theme } from './support/look.ts'
import { openPage, pages } from './support/pages.ts'
import { useStage } from './support/stage.ts'
import type { Locale } from './support/texts.ts'

const stage = useStage()

type Side = { locale: Locale; theme: Theme; widths: number[] }

/**
 * Every page meets each width, each language and each theme once, and which of them come together changes from page to page:
 * a page costs its turns of language, not its widths. 640 px is a screen of 1280 px at 200 % zoom.
 */
const sides: [Side, Side][] = [
  [
    { locale: 'en', theme: 'light', widths: [1280, 768] },
    { locale: 'ar', theme: 'dark', widths: [640, 360] },
  ],
  [
    { locale: 'en', theme: 'dark', widths: [640, 360] },
    { locale: 'ar', theme: 'light', widths: [1280, 768] },
  ],
]

async function faultsAt(page: Page, { locale, theme, widths }: Side): Promise<string[]> {
  const found: string[] = []
  await page.emulateMedia({ colorScheme: theme })
  await turnLanguage(page, locale)
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 640 ? 450 : 900 })
    await loaded(page)
    const faults = await findLayoutFaults(page)
    found.push(...faults.map((fault) => `${locale} ${theme} ${width}: ${fault}`))
  }
  return found
}

describe('Every page with names of 80 letters and a thousand rows', () => {
  it.each(pages.map((page, at) => [...page, sides[at % 2]!] as const))(
    '%s: nothing overlaps, scrolls sideways, wraps in a row or is cut without a word',
    async (name, login, path, [first, second]) => {
      const page = await openPage(stage(), name, login, path, crowd)
      await settled(page)
      expect([...(await faultsAt(page, first)), ...(await faultsAt(page, second))]).toEqual([])
    },
  )
})
