import { feature } from 'topojson-client'
import type { Point } from '#contract/campaigns/shapes.ts'
import { toPlane } from './view.ts'

export type Outline = {
  name: string
  /** In the map's plane, as a path draws it. */
  path: string
  corners: readonly Point[]
}

/** The outlines of the states, from a file of the Census Bureau's that comes with the product: no map is fetched from outside. */
export async function loadOutlines(): Promise<Outline[]> {
  const { default: file } = await import('us-atlas/states-10m.json')
  const topology = file as unknown as Parameters<typeof feature>[0]
  const states = feature(topology, topology.objects['states']!)
  if (states.type !== 'FeatureCollection') return []
  return states.features
    .flatMap(({ geometry, properties }) => {
      if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return []
      const areas = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
      const rings = areas.flat().map((ring) => ring.map(([longitude, latitude]) => placeOf(longitude!, latitude!)))
      return [{ name: String(properties?.['name'] ?? ''), path: rings.map(pathOf).join(''), corners: rings.flat() }]
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The islands of Alaska beyond the date line, and those of the Pacific, stand to the left of the others. */
const placeOf = (longitude: number, latitude: number): Point => ({
  latitude,
  longitude: longitude > 0 ? longitude - 360 : longitude,
})

const pathOf = (ring: readonly Point[]): string =>
  `M${ring
    .map(toPlane)
    .map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)
    .join('L')}Z`
