import { describe, expect, it } from 'vitest'
import { findBarriers, sidewaysScroll } from './support/axe.ts'
import { settled, turnTo, type Theme } from './support/look.ts'
import { openPage, pages } from './support/pages.ts'
import { useStage } from './support/stage.ts'
import type { Locale } from './support/texts.ts'

const stage = useStage()
const [desktop, phone] = [1280, 360]

/** Any two of language, theme and width meet; all rules are asked of each once, then those that a look can break. */
const looks: [Locale, Theme, number, 'all' | 'changeable'][] = [
  ['en', 'light', desktop, 'all'],
  ['en', 'dark', phone, 'changeable'],
  ['ar', 'light', phone, 'changeable'],
  ['ar', 'dark', desktop, 'all'],
]

// R010: light and dark, English and Arabic.
describe('Every page', () => {
  it.each(pages)(
    '%s: no barrier and no scroll sideways, in both languages, themes and widths',
    async (name, login, path) => {
      const page = await openPage(stage(), name, login, path)
      const found: string[] = []
      for (const [locale, theme, width, rules] of looks) {
        await page.setViewportSize({ width, height: 900 })
        await turnTo(page, locale, theme)
        await settled(page)
        const barriers = await findBarriers(page, rules)
        if (width === phone && (await sidewaysScroll(page)) > 0) barriers.push('scrolls sideways')
        found.push(...barriers.map((barrier) => `${locale} ${theme} ${width}: ${barrier}`))
      }
      expect(found).toEqual([])
    },
  )
})
