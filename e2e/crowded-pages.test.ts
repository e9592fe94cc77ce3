import { describe, expect, it } from 'vitest'
import { crowd } from './support/crowd.ts'
import { findLayoutFaults } from './support/layout.ts'
import { settled, turnTo, type Theme } from './support/look.ts'
import { openPage, pages } from './support/pages.ts'
import { useStage } from './support/stage.ts'
import type { Locale } from './support/texts.ts'

const stage = useStage()

/** Each width once, each language and theme twice. 640 px is a screen of 1280 px at 200 % zoom. */
const looks: [Locale, Theme, number][] = [
  ['en', 'light', 1280],
  ['en', 'dark', 768],
  ['ar', 'light', 640],
  ['ar', 'dark', 360],
]

describe('Every page with names of 80 letters and a thousand rows', () => {
  it.each(pages)('%s: nothing overlaps, scrolls sideways, wraps in a row or is cut without a word', async (...each) => {
    const page = await openPage(stage(), ...each, crowd)
    const found: string[] = []
    for (const [locale, theme, width] of looks) {
      await page.setViewportSize({ width, height: width === 640 ? 450 : 900 })
      await turnTo(page, locale, theme)
      await settled(page)
      const faults = await findLayoutFaults(page)
      found.push(...faults.map((fault) => `${locale} ${theme} ${width}: ${fault}`))
    }
    expect(found).toEqual([])
  })
})
