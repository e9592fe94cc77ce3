import type { Looks } from '#contract/branding/colors.ts'
import { fontFamilyOf } from '#contract/branding/fonts.ts'
import { BACKGROUNDS, brandProperties, readable, walkUntil } from './brand-ramp.ts'
import { contrast, parseHex, rgbToOklch } from './oklch.ts'

/** What a brand chooses of its looks. */
export type BrandLook = { brand_color: string; font: string; looks: Looks }

type Scheme = 'light' | 'dark'
const schemes = ['light', 'dark'] as const
const WHITE = '#ffffff'
const INK = '#0b0e14'
/** Quiet text of each theme, as `tokens.css` has it: the hardest to read on a colored page. */
const MUTED = { light: '#5b6472', dark: '#9aa4b2' } as const
const FORWARD = { light: 0.004, dark: -0.004 } as const

/** All custom properties of a brand: its ramp, and what it set beside its color. Every text stays readable. */
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

/** Backgrounds of public pages: as picked, or so much nearer to the theme's own that quiet text can be read on them. */
function publicColors(looks: Looks, scheme: Scheme): Partial<Record<'template' | 'box', string>> {
  const carry = (picked: string | null): string | undefined => {
    if (!picked || contrast(picked, MUTED[scheme]) < 1) return undefined
    const isRightWay = (hex: string): boolean => contrast(hex, MUTED[scheme]) >= 4.5 && isOfScheme(hex, scheme)
    return isRightWay(picked) ? picked : walk(picked, FORWARD[scheme], isRightWay)
  }
  const found = { template: carry(looks.template_bgcolor), box: carry(looks.box_bgcolor) }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** Whether a background is pale where the theme's texts are dark, and the other way round. */
const isOfScheme = (hex: string, scheme: Scheme): boolean =>
  scheme === 'light' ? contrast(hex, WHITE) < contrast(hex, INK) : contrast(hex, INK) < contrast(hex, WHITE)

/** The sidebar and what stands on it. The active place is set off away from the text's side, which reads better, not worse. */
function sidebarOf(looks: Looks, scheme: Scheme): Record<string, string> {
  const { surface } = BACKGROUNDS[scheme]
  if (!looks.sidebar_bgcolor) {
    const { raised } = BACKGROUNDS[scheme]
    if (!looks.text_color) return {}
    return { 'sidebar-text': textOn(looks.text_color, [surface, raised]), 'sidebar-active': raised }
  }
  // A pale sidebar beside a dark page would glare: there it is a dark one of the same hue.
  const isFit = (hex: string): boolean => scheme === 'light' || contrast(hex, WHITE) >= 7
  const picked = looks.sidebar_bgcolor
  const background = isFit(picked) ? picked : walk(picked, -0.004, isFit)
  const text = textOn(looks.text_color ?? (prefersWhite(background) ? WHITE : INK), [background])
  const active = activeOn(background, text)
  return { sidebar: background, 'sidebar-text': textOn(text, [background, active]), 'sidebar-active': active }
}

/** How far the active place stands out from the sidebar: less is not seen on a dark one. */
export const leastActiveContrast = 1.35

/** Away from the text's side, which reads better; where the sidebar has no room left there, as on black, towards it. */
function activeOn(background: string, text: string): string {
  const passes = (hex: string): boolean => contrast(hex, background) >= leastActiveContrast
  const away = contrast(text, WHITE) < contrast(background, WHITE) ? -0.008 : 0.008
  const found = walk(background, away, passes)
  return passes(found) ? found : walk(background, -away, passes)
}

const prefersWhite = (background: string): boolean => contrast(WHITE, background) >= contrast(INK, background)

/** A text's color as picked, or the nearest that reads on all of these backgrounds. */
function textOn(picked: string, backgrounds: readonly string[]): string {
  if (readable(picked, backgrounds)) return picked
  const passes = (hex: string): boolean => readable(hex, backgrounds)
  const towards = backgrounds.every(prefersWhite) ? 0.008 : -0.008
  const found = walk(picked, towards, passes)
  // On a color of the middle one of black and white always passes, and only one may.
  return passes(found) ? found : walk(picked, -towards, passes)
}

const walk = (from: string, step: number, passes: (hex: string) => boolean): string => {
  const base = rgbToOklch(parseHex(from)!)
  return walkUntil(base, base.lightness, step, passes)
}

/** Contrast of two colors as people read it in the settings, 1 to 21, to one decimal. */
export const contrastText = (one: string, other: string): number => Math.floor(contrast(one, other) * 10) / 10
