import type { Looks } from '#contract/branding/colors.ts'
import { fontFamilyOf } from '#contract/branding/fonts.ts'
import { BACKGROUNDS, brandProperties, readable, walkUntil } from './brand-ramp.ts'
import { contrast, parseHex, rgbToOklch } from './oklch.ts'

/** The appearance settings of a brand. */
export type BrandLook = { brand_color: string; font: string; looks: Looks }

type Scheme = 'light' | 'dark'
const schemes = ['light', 'dark'] as const
const WHITE = '#ffffff'
const INK = '#0b0e14'
/** Muted text of each theme, as in `tokens.css`: the text with the lowest contrast on a colored page. */
const MUTED = { light: '#5b6472', dark: '#9aa4b2' } as const
const FORWARD = { light: 0.004, dark: -0.004 } as const

/** All custom properties of a brand: its color ramp and its other colors. Every text stays readable. */
export function lookProperties({ brand_color, font, looks }: BrandLook): Record<string, string> {
  const behind = { light: publicColors(looks, 'light'), dark: publicColors(looks, 'dark') }
  const properties = brandProperties(brand_color, {
    light: Object.values(behind.light),
    dark: Object.values(behind.dark),
  })
  for (const scheme of schemes) {
    const set = (name: string, value: string | undefined): void => {
      if (value !== undefined) properties[`--brand-${scheme}-${name}`] = value
    }
    set('template', behind[scheme].template)
    set('box', behind[scheme].box)
    const { page, surface, raised } = BACKGROUNDS[scheme]
    if (looks.link_color)
      set('link', textOn(looks.link_color, [page, surface, raised, ...Object.values(behind[scheme])]))
    const sidebar = sidebarOf(looks, scheme)
    for (const name in sidebar) set(name, sidebar[name])
  }
  const family = fontFamilyOf(font)
  if (font !== 'Inter') properties['--font-brand'] = family === 'system-ui' ? family : `'${family}'`
  return properties
}

/** Public page backgrounds: as picked, or shifted toward the theme's own until muted text is readable on them. */
function publicColors(looks: Looks, scheme: Scheme): Partial<Record<'template' | 'box', string>> {
  const carry = (color: string | null): string | undefined => {
    if (!color || contrast(color, MUTED[scheme]) < 1) return undefined
    const isRightWay = (hex: string): boolean => contrast(hex, MUTED[scheme]) >= 4.5 && isOfScheme(hex, scheme)
    return isRightWay(color) ? color : walk(color, FORWARD[scheme], isRightWay)
  }
  const colors = { template: carry(looks.template_bgcolor), box: carry(looks.box_bgcolor) }
  return Object.fromEntries(Object.entries(colors).filter(([, value]) => value !== undefined))
}

/** Whether a background is light in the light theme, or dark in the dark theme. */
const isOfScheme = (hex: string, scheme: Scheme): boolean =>
  scheme === 'light' ? contrast(hex, WHITE) < contrast(hex, INK) : contrast(hex, INK) < contrast(hex, WHITE)

/** The sidebar's colors. The active item's background shifts away from the text color, which improves its contrast. */
function sidebarOf(looks: Looks, scheme: Scheme): Record<string, string> {
  const { surface } = BACKGROUNDS[scheme]
  if (!looks.sidebar_bgcolor) {
    const { raised } = BACKGROUNDS[scheme]
    if (!looks.text_color) return {}
    return { 'sidebar-text': textOn(looks.text_color, [surface, raised]), 'sidebar-active': raised }
  }
  // A light sidebar next to a dark page would glare, so the dark theme uses a dark shade of the same hue.
  const isFit = (hex: string): boolean => scheme === 'light' || contrast(hex, WHITE) >= 7
  const color = looks.sidebar_bgcolor
  const background = isFit(color) ? color : walk(color, -0.004, isFit)
  const text = textOn(looks.text_color ?? (prefersWhite(background) ? WHITE : INK), [background])
  const active = activeOn(background, text)
  return { sidebar: background, 'sidebar-text': textOn(text, [background, active]), 'sidebar-active': active }
}

/** The minimum contrast of the active item's background with the sidebar: less is invisible on a dark one. */
export const minActiveContrast = 1.35

/** Shifts away from the text color for contrast; if the sidebar has no room left, as on black, toward it. */
function activeOn(background: string, text: string): string {
  const passes = (hex: string): boolean => contrast(hex, background) >= minActiveContrast
  const away = contrast(text, WHITE) < contrast(background, WHITE) ? -0.008 : 0.008
  const shade = walk(background, away, passes)
  return passes(shade) ? shade : walk(background, -away, passes)
}

const prefersWhite = (background: string): boolean => contrast(WHITE, background) >= contrast(INK, background)

/** A text color as picked, or the nearest one that is readable on all of these backgrounds. */
function textOn(color: string, backgrounds: readonly string[]): string {
  if (readable(color, backgrounds)) return color
  const passes = (hex: string): boolean => readable(hex, backgrounds)
  const towards = backgrounds.every(prefersWhite) ? 0.008 : -0.008
  const shade = walk(color, towards, passes)
  // On a mid-tone, either black or white always passes, and possibly only one of them.
  return passes(shade) ? shade : walk(color, -towards, passes)
}

const walk = (from: string, step: number, passes: (hex: string) => boolean): string => {
  const base = rgbToOklch(parseHex(from)!)
  return walkUntil(base, base.lightness, step, passes)
}

/** Contrast ratio of two colors as shown in the settings, 1 to 21, to one decimal. */
export const contrastText = (one: string, other: string): number => Math.floor(contrast(one, other) * 10) / 10
