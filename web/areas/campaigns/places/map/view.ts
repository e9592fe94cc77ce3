import type { Point } from '#contract/campaigns/shapes.ts'

/** The visible part of the plane: its top left corner and its width. */
export type View = { x: number; y: number; width: number }

/** The map's height divided by its width. */
export const mapRatio = 0.6

/** Scale of a degree of longitude at the country's middle latitude, so both directions have similar scales. */
const narrowing = Math.cos((38 * Math.PI) / 180)
const milesOfDegree = 69.09

export const toPlane = ({ latitude, longitude }: Point): { x: number; y: number } => ({
  x: longitude * narrowing,
  y: -latitude,
})

export const fromPlane = ({ x, y }: { x: number; y: number }): Point => ({ latitude: -y, longitude: x / narrowing })

/** The contiguous states, without Alaska and Hawaii, which are to their left. */
export const wholeCountry: View = { x: -99.5, y: -51.5, width: 48.5 }

const narrowest = 0.3
const widest = 110

/** Zooms in (below 1) or out (above 1) around a fixed point. */
export function zoomView(view: View, factor: number, at = centerOf(view)): View {
  const width = Math.min(widest, Math.max(narrowest, view.width * factor))
  const share = width / view.width
  return { x: at.x - (at.x - view.x) * share, y: at.y - (at.y - view.y) * share, width }
}

const centerOf = ({ x, y, width }: View): { x: number; y: number } => ({
  x: x + width / 2,
  y: y + (width * mapRatio) / 2,
})

/** The view that shows all points, with a margin. */
export function viewOf(points: readonly Point[]): View {
  const places = points.map(toPlane)
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  const [west, east, top, bottom] = [least(xs), -least(xs.map((x) => -x)), least(ys), -least(ys.map((y) => -y))]
  const width = Math.min(widest, Math.max(narrowest, (east - west) * 1.25, ((bottom - top) * 1.25) / mapRatio))
  return { x: (west + east) / 2 - width / 2, y: (top + bottom) / 2 - (width * mapRatio) / 2, width }
}

/** `Math.min(...numbers)` would fail for very long lists. */
const least = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.min(a, b), Infinity)

/** Horizontal and vertical radii of a circle on the map. */
export const radiiOf = (center: Point, miles: number): { rx: number; ry: number } => {
  const ry = miles / milesOfDegree
  return { rx: (ry / Math.max(0.01, Math.cos((center.latitude * Math.PI) / 180))) * narrowing, ry }
}

/** Distance from a circle's center to a point on the map, in miles. */
export function milesTo(center: Point, place: { x: number; y: number }): number {
  const middle = toPlane(center)
  const { rx, ry } = radiiOf(center, 1)
  return Math.hypot((place.x - middle.x) / rx, (place.y - middle.y) / ry)
}
