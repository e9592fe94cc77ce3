import { areaProblem, readPoint, readPoints, textOfPoint, type Point } from '#contract/campaigns/shapes.ts'
import { sentences } from '#contract/core/sentences.ts'

/** A shape as form values. */
export type ShapeValues = {
  kind: 'radius' | 'area'
  /** A ZIP code, or latitude and longitude. */
  center: string
  miles: string
  /** One per line. */
  points: string
}

export const noShape: ShapeValues = { kind: 'radius', center: '', miles: '25', points: '' }

/** Validation errors by field; none for fields that are still empty. */
export function problemsOf({ kind, center, points }: ShapeValues): {
  center?: string
  miles?: string
  points?: string
} {
  if (kind === 'radius') {
    const isOne = center.trim() === '' || /^\d{5}$/.test(center.trim()) || readPoint(center) !== null
    return isOne ? {} : { center: sentences.center }
  }
  const problem = points.trim() === '' ? null : areaProblem(points)
  return problem === null ? {} : { points: problem }
}

/** Whether the shape is complete, so that the server can be called. */
export const isComplete = (values: ShapeValues): boolean =>
  Object.keys(problemsOf(values)).length === 0 &&
  (values.kind === 'radius'
    ? values.center.trim() !== '' && /^\d{1,3}$/.test(values.miles)
    : values.points.trim() !== '')

/** Applies a click on the map: it sets the center of a radius, or adds a corner. */
export function withPlace(values: ShapeValues, point: Point): ShapeValues {
  if (values.kind === 'radius') return { ...values, center: textOfPoint(point) }
  // A line that cannot be read yet stays, with the others.
  const before = readPoints(values.points)?.map(textOfPoint) ?? [values.points.trimEnd()]
  return { ...values, points: [...before, textOfPoint(point)].join('\n') }
}

export const withoutLastPoint = (values: ShapeValues): ShapeValues => ({
  ...values,
  points: values.points.trimEnd().split('\n').slice(0, -1).join('\n'),
})
