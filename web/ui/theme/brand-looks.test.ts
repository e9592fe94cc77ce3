import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lookKeys, type Looks } from '#contract/branding/colors.ts'
import { BACKGROUNDS } from './brand-ramp.ts'
import { minActiveContrast, lookProperties } from './brand-looks.ts'
import { contrast } from './oklch.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const none: Looks = Object.fromEntries(lookKeys.map((key) => [key, null])) as Record<keyof Looks, null>
const mutedText = { light: '#5b6472', dark: '#9aa4b2' } as const

describe('A company’s theme settings', () => {
  it('keep every text at 4.5:1 in both themes, whatever was picked', () => {
    const looks = fc.record(Object.fromEntries(lookKeys.map((key) => [key, fc.option(color)])) as never)
    fc.assert(
      fc.property(color, looks, (brand_color, choice) => {
        const all = lookProperties({ brand_color, font: 'Inter', looks: choice as Looks })
        for (const scheme of ['light', 'dark'] as const) {
          const of = (name: string): string | undefined => all[`--brand-${scheme}-${name}`]
          const { page, surface, raised } = BACKGROUNDS[scheme]
          const publicOnes = [of('template'), of('box')].filter((hex) => hex !== undefined)
          for (const background of publicOnes)
            expect(contrast(background, mutedText[scheme])).toBeGreaterThanOrEqual(4.5)
          for (const background of [page, surface, raised, ...publicOnes]) {
            expect(contrast(of('text')!, background)).toBeGreaterThanOrEqual(4.5)
            if (of('link')) expect(contrast(of('link')!, background)).toBeGreaterThanOrEqual(4.5)
          }
          const [text, sidebar] = [of('sidebar-text'), of('sidebar') ?? surface]
          if (text) expect(contrast(text, sidebar)).toBeGreaterThanOrEqual(4.5)
          if (of('sidebar'))
            expect(contrast(of('sidebar-active')!, of('sidebar')!)).toBeGreaterThanOrEqual(minActiveContrast)
          if (text && of('sidebar-active')) expect(contrast(text, of('sidebar-active')!)).toBeGreaterThanOrEqual(4.5)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('use legible colors as they were picked', () => {
    const looks = { ...none, sidebar_bgcolor: '#102030', text_color: '#f8fafc', template_bgcolor: '#f0f4ff' }
    expect(lookProperties({ brand_color: '#3b5bdb', font: 'Nunito', looks })).toMatchObject({
      '--brand-light-sidebar': '#102030',
      '--brand-dark-sidebar': '#102030',
      '--brand-light-sidebar-text': '#f8fafc',
      '--brand-light-template': '#f0f4ff',
      '--font-brand': "'Nunito Variable'",
    })
  })

  it('add nothing if nothing was set', () => {
    const names = Object.keys(lookProperties({ brand_color: '#3b5bdb', font: 'Inter', looks: none })).filter((name) =>
      /sidebar|template|box|link|font/.test(name),
    )
    expect(names).toEqual([])
  })
})
