import { feature } from 'topojson-client'
import type { Point } from '#contract/campaigns/shapes.ts'
import { toPlane } from './view.ts'

export type Outline = {
  name: string
  /** SVG path data in the map's plane. */
  path: string
  corners: readonly Point[]
}

/** State outlines, from a Census Bureau file bundled with the product: no map is loaded from third parties. */
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

/** Moves islands of Alaska beyond the date line, and those in the Pacific, to the left of the others. */
const placeOf = (longitude: number, latitude: number): Point => ({
  latitude,
  longitude: longitude > 0 ? longitude - 360 : longitude,
})

const pathOf = (ring: readonly Point[]): string =>
  `M${ring
    .map(toPlane)
    .map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)
    .join('L')}Z`
