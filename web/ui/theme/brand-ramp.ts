import { contrast, oklchToHex, parseHex, rgbToOklch, type Oklch } from './oklch.ts'

/**
 * An agency picks one brand color, often a very light or very dark one. All brand colors of both themes derive from it,
 * such that every text keeps 4.5:1 (WCAG 1.4.3) and every indicator 3:1 (1.4.11), whatever color was picked.
 */
type BrandTones = {
  /** Background of the primary action. */ readonly fill: string
  /** The same on hover. */ readonly fillHover: string
  /** Text on `fill` and `fillHover`: at least 4.5:1 on both. */ readonly onFill: string
  /** Links, active items, check marks: at least 4.5:1 on the page, on surfaces and on `tint`. */ readonly text: string
  /** A subtle background: the active item, a badge. */ readonly tint: string
  /** The same on hover. */ readonly tintHover: string
}

export type BrandRamp = {
  /** Ten shades from light to dark, for data and decoration, never for text. */ readonly shades: readonly string[]
  readonly light: BrandTones
  readonly dark: BrandTones
  /** The login hero: white text on both ends keeps 4.5:1. */ readonly heroFrom: string
  readonly heroTo: string
}

/** The backgrounds that brand text can appear on; `tokens.css` has the same values. */
export const BACKGROUNDS = {
  light: { page: '#f7f8fa', surface: '#ffffff', raised: '#f2f4f7' },
  dark: { page: '#0e1116', surface: '#161a21', raised: '#1f242d' },
} as const

/** More backgrounds that brand text must be readable on: those that a company chose for its public pages. */
export type Backgrounds = Readonly<Record<'light' | 'dark', readonly string[]>>

export const DEFAULT_BRAND_COLOR = '#3b5bdb'
const WHITE = '#ffffff'
const INK = '#0b0e14'
const TEXT_CONTRAST = 4.5
const LIGHTNESS_STEPS = [0.975, 0.945, 0.895, 0.83, 0.745, 0.66, 0.575, 0.49, 0.41, 0.325]
const CHROMA_SHARES = [0.12, 0.24, 0.42, 0.62, 0.84, 0.97, 1, 0.96, 0.86, 0.74]

const at = (base: Oklch, lightness: number, chromaShare = 1): string =>
  oklchToHex({ lightness: Math.min(1, Math.max(0, lightness)), chroma: base.chroma * chromaShare, hue: base.hue })

/** Steps the lightness from a start until the color passes; ends at black or white, which pass by construction. */
export function walkUntil(base: Oklch, from: number, step: number, passes: (hex: string) => boolean): string {
  for (let lightness = from; lightness > 0 && lightness < 1; lightness += step) {
    const hex = at(base, lightness)
    if (passes(hex)) return hex
  }
  return step < 0 ? '#000000' : WHITE
}

export const readable = (hex: string, backgrounds: readonly string[]): boolean =>
  backgrounds.every((background) => contrast(hex, background) >= TEXT_CONTRAST)

/** Fill and its text color: white if a slight darkening allows it, otherwise dark text on the color as picked. */
function actionTones(base: Oklch, color: string): Pick<BrandTones, 'fill' | 'fillHover' | 'onFill'> {
  const lightness = rgbToOklch(parseHex(color)!).lightness
  const hover = (fill: string, shift: number): string => at(base, rgbToOklch(parseHex(fill)!).lightness + shift)
  if (contrast(color, WHITE) >= 2.9) {
    const fill = walkUntil(base, lightness, -0.004, (hex) => contrast(hex, WHITE) >= TEXT_CONTRAST)
    return { fill, fillHover: hover(fill, -0.045), onFill: WHITE }
  }
  const fill = walkUntil(base, lightness, 0.004, (hex) => contrast(hex, INK) >= TEXT_CONTRAST + 0.4)
  const lighter = hover(fill, 0.035)
  const darker = hover(fill, -0.035)
  return { fill, fillHover: contrast(darker, INK) >= TEXT_CONTRAST ? darker : lighter, onFill: INK }
}

function lightTones(base: Oklch, color: string, behind: readonly string[]): BrandTones {
  const tint = at(base, 0.957, 0.2)
  const tintHover = at(base, 0.93, 0.32)
  const { page, surface, raised } = BACKGROUNDS.light
  // With a nearly white brand color, a button would have no visible edge, so darken it until it stands out.
  const visible = walkUntil(base, Math.min(0.9, base.lightness), -0.01, (hex) => contrast(hex, surface) >= 1.3)
  const start = contrast(color, surface) >= 1.3 ? color : visible
  return {
    ...actionTones(base, start),
    text: walkUntil(base, Math.min(0.62, base.lightness), -0.008, (hex) =>
      readable(hex, [page, surface, raised, tint, tintHover, ...behind]),
    ),
    tint,
    tintHover,
  }
}

function darkTones(base: Oklch, color: string, behind: readonly string[]): BrandTones {
  const tint = at(base, 0.285, 0.42)
  const tintHover = at(base, 0.325, 0.5)
  const { page, surface, raised } = BACKGROUNDS.dark
  // A nearly black brand color would vanish on a dark surface, so lighten it until it stands out.
  const start =
    contrast(color, raised) >= 2.4
      ? color
      : walkUntil(base, base.lightness, 0.01, (hex) => contrast(hex, raised) >= 2.4)
  return {
    ...actionTones(base, start),
    text: walkUntil(base, Math.max(0.68, base.lightness), 0.008, (hex) =>
      readable(hex, [page, surface, raised, tint, tintHover, ...behind]),
    ),
    tint,
    tintHover,
  }
}

/** Derives the ramp. An invalid color falls back to the default brand color. */
export function brandRamp(brandColor: string, behind: Backgrounds = { light: [], dark: [] }): BrandRamp {
  const rgb = parseHex(brandColor) ?? parseHex(DEFAULT_BRAND_COLOR)!
  const color = parseHex(brandColor) ? brandColor.trim() : DEFAULT_BRAND_COLOR
  const base = rgbToOklch(rgb)
  const heroFrom = walkUntil(base, Math.min(0.52, base.lightness), -0.01, (hex) => contrast(hex, WHITE) >= 5.5)
  return {
    shades: LIGHTNESS_STEPS.map((lightness, index) => at(base, lightness, CHROMA_SHARES[index])),
    light: lightTones(base, color, behind.light),
    dark: darkTones(base, color, behind.dark),
    heroFrom,
    heroTo: at(base, Math.max(0.16, rgbToOklch(parseHex(heroFrom)!).lightness - 0.22), 0.8),
  }
}

/** The ramp as custom properties of the root element; `tokens.css` selects by theme. */
export function brandProperties(brandColor: string, behind?: Backgrounds): Record<string, string> {
  const ramp = brandRamp(brandColor, behind)
  const properties: Record<string, string> = { '--brand-hero-from': ramp.heroFrom, '--brand-hero-to': ramp.heroTo }
  ramp.shades.forEach((shade, index) => {
    properties[`--brand-${index}`] = shade
  })
  for (const scheme of ['light', 'dark'] as const) {
    const tones = ramp[scheme]
    properties[`--brand-${scheme}-fill`] = tones.fill
    properties[`--brand-${scheme}-fill-hover`] = tones.fillHover
    properties[`--brand-${scheme}-on-fill`] = tones.onFill
    properties[`--brand-${scheme}-text`] = tones.text
    properties[`--brand-${scheme}-tint`] = tones.tint
    properties[`--brand-${scheme}-tint-hover`] = tones.tintHover
  }
  return properties
}
