import { maxZips } from '#contract/campaigns/campaign.ts'
import {
  readPoint,
  readPoints,
  type listZipsAround,
  type listZipsWithin,
  type Point,
} from '#contract/campaigns/shapes.ts'
import { sentences } from '#contract/core/sentences.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

type Zip = AnswerOf<typeof listZipsWithin>['data'][number]

const earthRadius_mi = 3958.8
const milesOfDegree = (earthRadius_mi * Math.PI) / 180
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The ZIP codes within a radius of a place, nearest first. */
export const handleListZipsAround: Handler<typeof listZipsAround> = async ({ query: { center, miles } }, call) =>
  call.inScope(async (tx) => {
    const middle = readPoint(center) ?? (await findMiddle(tx, center.trim()))
    if (!middle) throw invalid('center', sentences.unknownZip)
    const far = miles / milesOfDegree
    // Degrees of longitude get shorter towards the poles; beyond a pole all of them are near.
    const wide = Math.min(
      180,
      far / Math.max(0.001, Math.cos(radians(Math.min(89.9, Math.abs(middle.latitude) + far)))),
    )
    const near = await findZips(tx, [
      { latitude: middle.latitude - far, longitude: middle.longitude - wide },
      { latitude: middle.latitude + far, longitude: middle.longitude + wide },
    ])
    const nearby = near
      .map((zip) => ({ zip, miles: distance_mi(middle, zip) }))
      .filter((one) => one.miles <= miles)
      .toSorted((a, b) => a.miles - b.miles)
    return {
      data: counted(
        'miles',
        nearby.map(({ zip }) => zip),
      ),
      center: middle,
    }
  })

/** The ZIP codes within an area, in order. */
export const handleListZipsWithin: Handler<typeof listZipsWithin> = async ({ query }, call) =>
  call.inScope(async (tx) => {
    const corners = readPoints(query.points)!
    const near = await findZips(tx, corners)
    return {
      data: counted(
        'points',
        near.filter((zip) => isWithin(corners, zip)),
      ),
      center: null,
    }
  })

/** Rejects an area without ZIP codes, which would target no one, and one with more than a campaign can store. */
function counted(field: string, zips: Zip[]): Zip[] {
  if (zips.length === 0) throw invalid(field, sentences.emptyArea)
  if (zips.length > maxZips) throw invalid(field, sentences.largeArea.replace('{n}', String(maxZips)))
  return zips
}

async function findMiddle(tx: Tx, zip: string): Promise<Point | null> {
  const { rows } = await tx.query<Point>(`select latitude, longitude from us_zip where zip = $1 and ${isPlaced}`, [zip])
  return rows[0] ?? null
}

/** Military mail and the like has ZIP codes without coordinates. */
const isPlaced = '(latitude <> 0 or longitude <> 0)'

/** The ZIP codes in the bounding box of some points. */
async function findZips(tx: Tx, points: readonly Point[]): Promise<Zip[]> {
  const [latitudes, longitudes] = [points.map(({ latitude }) => latitude), points.map(({ longitude }) => longitude)]
  const { rows } = await tx.query<Zip>(
    `select zip, latitude, longitude from us_zip
      where latitude between $1 and $2 and longitude between $3 and $4 and ${isPlaced} order by zip`,
    [Math.min(...latitudes), Math.max(...latitudes), Math.min(...longitudes), Math.max(...longitudes)],
  )
  return rows
}

function distance_mi(a: Point, b: Point): number {
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2
  const chord =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude)
  return 2 * earthRadius_mi * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Ray casting: whether a line from the point to the east crosses the sides an odd number of times. */
function isWithin(corners: readonly Point[], { latitude, longitude }: Point): boolean {
  let inside = false
  for (const [at, a] of corners.entries()) {
    const b = corners[(at + 1) % corners.length]!
    if (a.latitude > latitude === b.latitude > latitude) continue
    const crossing = a.longitude + ((latitude - a.latitude) / (b.latitude - a.latitude)) * (b.longitude - a.longitude)
    if (longitude < crossing) inside = !inside
  }
  return inside
}
