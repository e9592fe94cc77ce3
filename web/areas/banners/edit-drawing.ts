import type { BannerElement, Drawing, ShapeElement } from '#contract/banners/drawing.ts'
import { pixelsOf, type BannerSize } from '#contract/banners/sizes.ts'
import type { BrandKit } from '#contract/banners/banners.ts'

/** Properties of an element to set; the server validates which ones the element has. */
export type ElementChange = object

/** Returns the next free id of a kind. */
const nextId = ({ elements }: Drawing, kind: string): string => {
  const ids = new Set(elements.map(({ id }) => id))
  let number = elements.length + 1
  while (ids.has(`${kind}-${number}`)) number++
  return `${kind}-${number}`
}

export const changeElement = (drawing: Drawing, id: string, by: ElementChange): Drawing => ({
  ...drawing,
  elements: drawing.elements.map((one) => (one.id === id ? ({ ...one, ...by } as BannerElement) : one)),
})

export const removeElement = (drawing: Drawing, id: string): Drawing => ({
  ...drawing,
  elements: drawing.elements.filter((one) => one.id !== id),
})

/** Moves an element one layer up or down; does nothing at either end. */
export function moveLayer(drawing: Drawing, id: string, by: 1 | -1): Drawing {
  const at = drawing.elements.findIndex((one) => one.id === id)
  const [one, other] = [drawing.elements[at], drawing.elements[at + by]]
  if (!one || !other) return drawing
  const elements = drawing.elements.with(at, other).with(at + by, one)
  return { ...drawing, elements }
}

interface Added {
  drawing: Drawing
  id: string
}

const add = (drawing: Drawing, element: BannerElement): Added => ({
  drawing: { ...drawing, elements: [...drawing.elements, element] },
  id: element.id,
})

export function duplicateElement(drawing: Drawing, id: string): Added | null {
  const original = drawing.elements.find((one) => one.id === id)
  if (!original) return null
  return add(drawing, {
    ...original,
    id: nextId(drawing, original.kind),
    x: original.x + 10,
    y: original.y + 10,
    locked: false,
  })
}

/** A centered box, sized in proportion to the banner. */
const placeIn = (size: BannerSize, share: { width: number; height: number }) => {
  const banner = pixelsOf(size)
  const width = Math.round(banner.width * share.width)
  const height = Math.round(banner.height * share.height)
  const x = Math.round((banner.width - width) / 2)
  const y = Math.round((banner.height - height) / 2)
  return { x, y, width, height, rotation: 0, opacity: 1, locked: false, hidden: false }
}

export const addText = (drawing: Drawing, size: BannerSize, kit: BrandKit, text: string): Added => {
  const place = placeIn(size, { width: 0.7, height: 0.25 })
  return add(drawing, {
    kind: 'text',
    id: nextId(drawing, 'text'),
    ...place,
    text,
    font: kit.font,
    size: Math.max(10, Math.round(place.height * 0.5)),
    bold: true,
    italic: false,
    align: 'center',
    color: kit.colors[1] ?? kit.colors[0] ?? '#14181f',
  })
}

export const addShape = (drawing: Drawing, size: BannerSize, kit: BrandKit, shape: ShapeElement['shape']): Added => {
  const color = kit.colors[0] ?? '#2f6fed'
  const isLine = shape === 'line'
  return add(drawing, {
    kind: 'shape',
    id: nextId(drawing, 'shape'),
    ...placeIn(size, { width: 0.4, height: isLine ? 0.1 : 0.4 }),
    shape,
    fill: isLine ? null : color,
    stroke: isLine ? color : null,
    stroke_width: isLine ? 3 : 0,
    radius: 0,
  })
}

export const addPicture = (
  drawing: Drawing,
  size: BannerSize,
  picture: { id: string; width: number; height: number },
): Added => {
  const banner = pixelsOf(size)
  const by = Math.min((banner.width * 0.6) / picture.width, (banner.height * 0.6) / picture.height)
  const share = { width: (picture.width * by) / banner.width, height: (picture.height * by) / banner.height }
  return add(drawing, {
    kind: 'picture',
    id: nextId(drawing, 'picture'),
    ...placeIn(size, share),
    picture_id: picture.id,
    fit: 'contain',
    alt: '',
  })
}
