import { z } from 'zod'
import { signedInEverywhere } from '../core/access.ts'
import { operation } from '../core/operation.ts'
import { plainNumerals } from '../core/plain-digits.ts'
import { sentences } from '../core/sentences.ts'

/** A place on the map, in degrees. */
export interface Point {
  latitude: number
  longitude: number
}

export const maxMiles = 500
/** Limits for the number of an area's corners. */
const fewestPoints = 3
const maxPoints = 100
/** Maximum length in characters of the text of that many corners. */
const longestPoints = maxPoints * 24

const pointPattern = /^(-?\d{1,2}(?:\.\d{1,6})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,6})?)$/

/** Parses latitude and longitude as people write them ("41.88, -87.63"); null if invalid. */
export function readPoint(text: string): Point | null {
  const [, latitude, longitude] = pointPattern.exec(text.trim()) ?? []
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : null
}

/** Parses the corners of an area, one per line or separated by semicolons; null if any of them is invalid. */
export function readPoints(text: string): Point[] | null {
  const lines = text.split(/[\n;]+/).filter((line) => line.trim() !== '')
  const points = lines.map(readPoint)
  return points.every((point) => point !== null) ? points : null
}

/** Formats a place for transport and display: five decimals are accurate to about a yard. */
export const textOfPoint = ({ latitude, longitude }: Point): string =>
  `${Number(latitude.toFixed(5))}, ${Number(longitude.toFixed(5))}`

/** Returns why an area is invalid, as a sentence for people; null if it is valid. */
export function areaProblem(text: string): string | null {
  const points = readPoints(text)
  if (!points) return sentences.points
  if (points.length < fewestPoints) return sentences.tooFewPoints.replace('{n}', String(fewestPoints))
  if (points.length > maxPoints) return sentences.tooManyPoints.replace('{n}', String(maxPoints))
  return crosses(points) ? sentences.crossedArea : null
}

/** Direction of the turn from `a` via `b` to `c`: positive is left, 0 is straight on. */
const turn = (a: Point, b: Point, c: Point): number =>
  (b.longitude - a.longitude) * (c.latitude - a.latitude) - (b.latitude - a.latitude) * (c.longitude - a.longitude)

/** Whether `c`, a point on the line through `a` and `b`, is between them. */
const isBetween = (a: Point, b: Point, c: Point): boolean =>
  Math.min(a.longitude, b.longitude) <= c.longitude &&
  c.longitude <= Math.max(a.longitude, b.longitude) &&
  Math.min(a.latitude, b.latitude) <= c.latitude &&
  c.latitude <= Math.max(a.latitude, b.latitude)

function meet(a: Point, b: Point, c: Point, d: Point): boolean {
  const turns = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)].map(Math.sign)
  if (turns[0] !== turns[1] && turns[2] !== turns[3]) return true
  return (
    (turns[0] === 0 && isBetween(a, b, c)) ||
    (turns[1] === 0 && isBetween(a, b, d)) ||
    (turns[2] === 0 && isBetween(c, d, a)) ||
    (turns[3] === 0 && isBetween(c, d, b))
  )
}

/** Whether two non-adjacent sides meet, or a side runs back over the previous one: then the inside is undefined. */
function crosses(points: readonly Point[]): boolean {
  const sides = points.map((from, at) => [from, points[(at + 1) % points.length]!] as const)
  return sides.some(([a, b], one) => {
    const [, c] = sides[(one + 1) % sides.length]!
    if (
      turn(a, b, c) === 0 &&
      (b.longitude - a.longitude) * (c.longitude - b.longitude) +
        (b.latitude - a.latitude) * (c.latitude - b.latitude) <=
        0
    )
      return true
    return sides.some(([from, to], other) => {
      const apart = (other - one + sides.length) % sides.length
      return apart > 1 && apart < sides.length - 1 && meet(a, b, from, to)
    })
  })
}

const answer = z.object({
  data: z.array(z.object({ zip: z.string(), latitude: z.number(), longitude: z.number() })),
  center: z
    .object({ latitude: z.number(), longitude: z.number() })
    .nullable()
    .meta({ description: 'Center of a radius, also if it was given as a ZIP code.' }),
})

export const listZipsAround = operation({
  id: 'own',
  name: 'listZipsAround',
  area: 'campaigns',
  method: 'GET',
  path: '/general/zipcode/around',
  summary: 'Lists the ZIP codes whose center is within a number of miles of a ZIP code or a point.',
  query: z.strictObject({
    center: z
      .string()
      .max(40)
      .overwrite(plainNumerals)
      .regex(/^\s*(?:\d{5}|-?\d{1,2}(?:\.\d{1,6})?\s*,\s*-?\d{1,3}(?:\.\d{1,6})?)\s*$/, sentences.center)
      .refine((text) => /^\s*\d{5}\s*$/.test(text) || readPoint(text) !== null, sentences.center)
      .meta({ description: 'A ZIP code, or latitude and longitude such as 41.88, -87.63.' }),
    miles: z
      .string()
      .regex(/^\d{1,3}$/, sentences.wholeNumber)
      .transform(Number)
      .pipe(z.int().min(1).max(maxMiles)),
  }),
  answer,
  access: signedInEverywhere,
})

export const listZipsWithin = operation({
  id: 'own',
  name: 'listZipsWithin',
  area: 'campaigns',
  method: 'GET',
  path: '/general/zipcode/within',
  summary: `Lists the ZIP codes whose center is within an area. Its ${fewestPoints} to ${maxPoints} corners are separated by semicolons; its sides must not cross.`,
  query: z.strictObject({
    points: z
      .string()
      .max(longestPoints)
      .superRefine((text, context) => {
        const problem = areaProblem(text)
        if (problem) context.addIssue({ code: 'custom', message: problem })
      })
      .meta({ description: 'Latitude and longitude of each corner, such as 41,-88; 42,-88; 42,-87.' }),
  }),
  answer,
  access: signedInEverywhere,
})
