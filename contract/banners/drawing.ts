import { z } from 'zod'
import { id } from '../core/ids.ts'
import { sentences } from '../core/sentences.ts'
import { pixelsOf, type BannerSize } from './sizes.ts'

/** Fonts that every browser has, so that a banner looks the same everywhere and loads no font files. */
export const bannerFonts = [
  'Arial',
  'Verdana',
  'Trebuchet MS',
  'Georgia',
  'Times New Roman',
  'Courier New',
  'Impact',
] as const

const maxElements = 60

const color = z.string().regex(/^#[0-9a-f]{6}$/i, sentences.color)
/** Multi-line text, without characters that text cannot contain. */
const words = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^(?:\n|[^\p{Cc}\p{Cs}])*$/u, sentences.controlCharacters)
const length = (least: number, most: number) => z.number().min(least).max(most)

const placement = {
  /** Unique within its drawing. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  x: length(-5_000, 5_000),
  y: length(-5_000, 5_000),
  width: length(1, 5_000),
  height: length(1, 5_000),
  rotation: length(-360, 360).default(0),
  opacity: length(0, 1).default(1),
  locked: z.boolean().default(false),
  hidden: z.boolean().default(false),
}

const textElement = z.strictObject({
  kind: z.literal('text'),
  ...placement,
  text: words(500),
  font: z.enum(bannerFonts),
  size: length(4, 400),
  bold: z.boolean().default(false),
  italic: z.boolean().default(false),
  align: z.enum(['start', 'center', 'end']).default('start'),
  color,
})

const shapeElement = z.strictObject({
  kind: z.literal('shape'),
  ...placement,
  shape: z.enum(['rectangle', 'ellipse', 'line']),
  fill: color.nullable(),
  stroke: color.nullable(),
  stroke_width: length(0, 100).default(0),
  radius: length(0, 1_000).default(0),
})

const pictureElement = z.strictObject({
  kind: z.literal('picture'),
  ...placement,
  picture_id: id,
  fit: z.enum(['cover', 'contain']).default('contain'),
  /** Alternative text for screen readers. */
  alt: words(200).default(''),
})

const element = z.discriminatedUnion('kind', [textElement, shapeElement, pictureElement])
export type BannerElement = z.output<typeof element>
export type TextElement = z.output<typeof textElement>
export type ShapeElement = z.output<typeof shapeElement>
export type PictureElement = z.output<typeof pictureElement>

/** A banner's content: its elements from the lowest layer to the highest. */
export const drawing = z.strictObject({
  background: color,
  elements: z.array(element).max(maxElements),
})
export type Drawing = z.output<typeof drawing>

/** The ids of the pictures in a drawing, without duplicates. */
export const picturesOf = ({ elements }: Drawing): string[] => [
  ...new Set(elements.flatMap((one) => (one.kind === 'picture' ? [one.picture_id] : []))),
]

const round = (value: number): number => Math.round(value * 10) / 10

/**
 * Resizes a drawing. Positions follow the new shape, so that elements at an edge stay at that edge; sizes scale by one
 * factor, so that nothing is distorted. Elements that filled the whole banner still do.
 */
export function fitDrawing(source: Drawing, from: BannerSize, to: BannerSize): Drawing {
  const [before, now] = [pixelsOf(from), pixelsOf(to)]
  const [across, down] = [now.width / before.width, now.height / before.height]
  const by = Math.min(across, down)
  const fits = (one: BannerElement): BannerElement => {
    const fills = { across: one.width >= before.width * 0.95, down: one.height >= before.height * 0.95 }
    const width = round(Math.max(1, one.width * (fills.across ? across : by)))
    const height = round(Math.max(1, one.height * (fills.down ? down : by)))
    const x = round((one.x + one.width / 2) * across - width / 2)
    const y = round((one.y + one.height / 2) * down - height / 2)
    const layer = { ...one, x, y, width, height }
    if (layer.kind === 'text') return { ...layer, size: round(Math.max(4, layer.size * by)) }
    if (layer.kind === 'shape')
      return { ...layer, radius: round(layer.radius * by), stroke_width: round(layer.stroke_width * by) }
    return layer
  }
  return { ...source, elements: source.elements.map(fits) }
}
