import type { Point } from '#contract/campaigns/shapes.ts'

/** What part of the plane the map shows: its left upper corner and its width. */
export type View = { x: number; y: number; width: number }

/** A map is so many times as high as wide. */
export const mapRatio = 0.6

/** Degrees of longitude are as narrow as they are in the middle of the country, so that distances look alike both ways. */
const narrowing = Math.cos((38 * Math.PI) / 180)
const milesOfDegree = 69.09

export const toPlane = ({ latitude, longitude }: Point): { x: number; y: number } => ({
  x: longitude * narrowing,
  y: -latitude,
})

export const fromPlane = ({ x, y }: { x: number; y: number }): Point => ({ latitude: -y, longitude: x / narrowing })

/** The country without Alaska and Hawaii, which lie to its left. */
export const wholeCountry: View = { x: -99.5, y: -51.5, width: 48.5 }

const narrowest = 0.3
const widest = 110

/** Nearer (below 1) or farther (above 1), around a place that stays where it is. */
export function zoomed(view: View, factor: number, at = centerOf(view)): View {
  const width = Math.min(widest, Math.max(narrowest, view.width * factor))
  const share = width / view.width
  return { x: at.x - (at.x - view.x) * share, y: at.y - (at.y - view.y) * share, width }
}

const centerOf = ({ x, y, width }: View): { x: number; y: number } => ({
  x: x + width / 2,
  y: y + (width * mapRatio) / 2,
})

/** So that all of these places are seen, with some room around them. */
export function viewOf(points: readonly Point[]): View {
  const places = points.map(toPlane)
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  const [left, right, top, bottom] = [least(xs), -least(xs.map((x) => -x)), least(ys), -least(ys.map((y) => -y))]
  const width = Math.min(widest, Math.max(narrowest, (right - left) * 1.25, ((bottom - top) * 1.25) / mapRatio))
  return { x: (left + right) / 2 - width / 2, y: (top + bottom) / 2 - (width * mapRatio) / 2, width }
}

/** Spread arguments have an end; lists of places have none. */
const least = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.min(a, b), Infinity)

/** How far a radius reaches on the map: across and down. */
export const radiiOf = (center: Point, miles: number): { rx: number; ry: number } => {
  const ry = miles / milesOfDegree
  return { rx: (ry / Math.max(0.01, Math.cos((center.latitude * Math.PI) / 180))) * narrowing, ry }
}

/** The miles from a circle's center to a place on the map, as the circle is drawn. */
export function milesTo(center: Point, place: { x: number; y: number }): number {
  const middle = toPlane(center)
  const { rx, ry } = radiiOf(center, 1)
  return Math.hypot((place.x - middle.x) / rx, (place.y - middle.y) / ry)
}
