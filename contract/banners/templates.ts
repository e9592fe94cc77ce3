import type { BannerElement, Drawing, ShapeElement, TextElement } from './drawing.ts'
import { pixelsOf, type BannerSize } from './sizes.ts'

export const bannerTemplates = ['blank', 'headline', 'offer', 'split', 'frame'] as const
export type BannerTemplate = (typeof bannerTemplates)[number]

/** What a template is styled with: a company's brand kit. */
export interface TemplateLook {
  name: string
  colors: readonly string[]
  font: TextElement['font']
  logoId: string | null
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}
const place = (box: Box) => ({ ...box, rotation: 0, opacity: 1, locked: false, hidden: false })

const shape = (id: string, box: Box, fill: string | null, more: Partial<ShapeElement> = {}): ShapeElement => ({
  kind: 'shape',
  id,
  ...place(box),
  shape: 'rectangle',
  fill,
  stroke: null,
  stroke_width: 0,
  radius: 0,
  ...more,
})

/** Black or white, whichever is readable on the color. */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const linear = (one: number): number => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) > 0.18 ? '#14181f' : '#ffffff'
}

/** Positions of every template's parts, relative to the size, so that one layout fits leaderboards and skyscrapers. */
function layoutOf(size: BannerSize) {
  const { width, height } = pixelsOf(size)
  const isWide = width > height * 2
  const gap = Math.round(Math.min(width, height) * 0.08) + 2
  const whole: Box = { x: 0, y: 0, width, height }
  const wide = {
    words: { x: gap, y: height * 0.18, width: width * 0.62, height: height * 0.4 },
    below: { x: gap, y: height * 0.6, width: width * 0.62, height: height * 0.24 },
    button: { x: width * 0.76, y: height * 0.28, width: width * 0.21, height: height * 0.44 },
    mark: { x: width * 0.64, y: height * 0.2, width: width * 0.1, height: height * 0.6 },
    half: { ...whole, x: width * 0.72, width: width * 0.28 },
  }
  const tall = {
    words: { x: gap, y: height * 0.3, width: width - 2 * gap, height: Math.min(height * 0.2, width * 0.3) },
    below: { x: gap, y: height * 0.54, width: width - 2 * gap, height: Math.min(height * 0.12, width * 0.16) },
    button: { x: width * 0.15, y: height * 0.75, width: width * 0.7, height: Math.min(height * 0.16, width * 0.22) },
    mark: { x: width * 0.3, y: gap, width: width * 0.4, height: height * 0.18 },
    half: { ...whole, y: height * 0.68, height: height * 0.32 },
  }
  return { width, height, isWide, gap, ...(isWide ? wide : tall) }
}

/** The parts that templates are composed of, in one style. */
function partsOf(look: TemplateLook, isWide: boolean) {
  const text = (id: string, box: Box, words: string, color: string, more: Partial<TextElement> = {}): TextElement => ({
    kind: 'text',
    id,
    ...place(box),
    text: words,
    font: look.font,
    // One line of it about fills its box.
    size: Math.max(8, Math.round(Math.min(box.height * 0.7, (box.width / Math.max(1, words.length)) * 1.4))),
    bold: true,
    italic: false,
    align: isWide ? 'start' : 'center',
    color,
    ...more,
  })
  const button = (box: Box, fill: string): BannerElement[] => [
    shape('button', box, fill, { radius: Math.round(box.height * 0.25) }),
    text('call', { ...box, x: box.x + 4, width: box.width - 8 }, 'Learn more', inkOn(fill), { align: 'center' }),
  ]
  const logo = (box: Box): BannerElement[] =>
    look.logoId === null
      ? []
      : [{ kind: 'picture', id: 'logo', ...place(box), picture_id: look.logoId, fit: 'contain', alt: look.name }]
  return { text, button, logo }
}

/** A new banner's drawing. */
export function drawTemplate(template: BannerTemplate, size: BannerSize, look: TemplateLook): Drawing {
  const { width, height, isWide, gap, words, below, mark, half, button: call } = layoutOf(size)
  const { text, button, logo } = partsOf(look, isWide)
  const brand = look.colors[0] ?? '#2f6fed'
  const accent = look.colors[1] ?? '#14181f'
  const on = (background: string, ...elements: BannerElement[]): Drawing => ({ background, elements })
  switch (template) {
    case 'blank':
      return on('#ffffff')
    case 'headline':
      return on(
        brand,
        ...logo(mark),
        text('headline', words, look.name, inkOn(brand)),
        text('line', below, 'See what we can do for you', inkOn(brand), { bold: false }),
        ...button(call, inkOn(brand)),
      )
    case 'offer': {
      const circle = { x: width - height * 0.5, y: -height * 0.25, width: height * 0.9, height: height * 0.9 }
      return on(
        '#ffffff',
        shape('circle', circle, brand, { shape: 'ellipse', opacity: 0.15 }),
        ...logo(mark),
        text('headline', words, 'Save 20% today', accent),
        text('line', below, look.name, accent, { bold: false }),
        ...button(call, brand),
      )
    }
    case 'split':
      return on(
        '#ffffff',
        shape('half', half, brand),
        ...logo(mark),
        text('headline', words, look.name, accent),
        text('line', below, 'Made for people like you', accent, { bold: false }),
        ...button(call, inkOn(brand)),
      )
    case 'frame': {
      const inner = { x: gap / 2, y: gap / 2, width: width - gap, height: height - gap }
      return on(
        '#ffffff',
        shape('frame', inner, null, { stroke: brand, stroke_width: Math.max(2, Math.round(gap / 4)) }),
        ...logo(mark),
        text('headline', words, look.name, accent),
        ...button(call, brand),
      )
    }
  }
}
