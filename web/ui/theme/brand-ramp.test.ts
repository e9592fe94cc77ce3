import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BACKGROUNDS, brandProperties, brandRamp, DEFAULT_BRAND_COLOR } from './brand-ramp.ts'
import { contrast, oklchToHex, parseHex, rgbToOklch } from './oklch.ts'

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const awkward = [
  '#ffffff',
  '#000000',
  '#ffd43b',
  '#e64980',
  '#0b3d2e',
  '#767676',
  '#00ff00',
  '#ffff00',
  '#0000ff',
  '#fefefe',
]

describe('the brand ramp', () => {
  const everyText = (brandColor: string): void => {
    const ramp = brandRamp(brandColor)
    for (const scheme of ['light', 'dark'] as const) {
      const tones = ramp[scheme]
      const { page, surface, raised } = BACKGROUNDS[scheme]
      expect(contrast(tones.onFill, tones.fill), `${scheme} onFill`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(tones.onFill, tones.fillHover), `${scheme} onFill, pointed at`).toBeGreaterThanOrEqual(4.5)
      for (const background of [page, surface, raised, tones.tint, tones.tintHover]) {
        expect(contrast(tones.text, background), `${scheme} text on ${background}`).toBeGreaterThanOrEqual(4.5)
      }
    }
    expect(contrast('#ffffff', ramp.heroFrom)).toBeGreaterThanOrEqual(4.5)
    expect(contrast('#ffffff', ramp.heroTo)).toBeGreaterThanOrEqual(4.5)
  }

  it('keeps every text at 4.5:1 in both themes for any brand color', () => {
    fc.assert(fc.property(anyColor, everyText), { numRuns: 300 })
  })

  it.each(awkward)('keeps every text at 4.5:1 for %s', everyText)

  it('keeps the primary action distinguishable from its surface', () => {
    fc.assert(
      fc.property(anyColor, (brandColor) => {
        const ramp = brandRamp(brandColor)
        expect(contrast(ramp.light.fill, BACKGROUNDS.light.surface)).toBeGreaterThanOrEqual(1.15)
        expect(contrast(ramp.dark.fill, BACKGROUNDS.dark.surface)).toBeGreaterThanOrEqual(1.8)
      }),
      { numRuns: 300 },
    )
  })

  it('leaves a color on which white text is legible as the agency picked it', () => {
    expect(contrast('#3b5bdb', brandRamp('#3b5bdb').light.fill)).toBeLessThan(1.02)
  })

  it('gets darker with every shade', () => {
    const lightness = brandRamp('#3b5bdb').shades.map((shade) => rgbToOklch(parseHex(shade)!).lightness)
    expect(lightness).toEqual([...lightness].sort((a, b) => b - a))
  })

  it('uses the default brand if the setting is invalid', () => {
    expect(brandProperties('red; --x: 1')).toEqual(brandProperties(DEFAULT_BRAND_COLOR))
  })
})

describe('OKLCH', () => {
  it('converts back to the same color', () => {
    fc.assert(
      fc.property(anyColor, (hex) => {
        expect(contrast(hex, oklchToHex(rgbToOklch(parseHex(hex)!)))).toBeLessThan(1.02)
      }),
      { numRuns: 200 },
    )
  })
})
