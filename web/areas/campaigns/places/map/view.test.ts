import { describe, expect, it } from 'vitest'
import { fromPlane, mapRatio, milesTo, radiiOf, toPlane, viewOf, wholeCountry, zoomView } from './view.ts'

const chicago = { latitude: 41.88, longitude: -87.63 }

describe('The map’s plane', () => {
  it('converts back to the original coordinates', () => {
    const { latitude, longitude } = fromPlane(toPlane(chicago))
    expect(latitude).toBeCloseTo(chicago.latitude, 9)
    expect(longitude).toBeCloseTo(chicago.longitude, 9)
  })

  it('draws a circle with the size of its miles', () => {
    const { rx, ry } = radiiOf(chicago, 25)
    const { x, y } = toPlane(chicago)
    expect(milesTo(chicago, { x: x + rx, y })).toBeCloseTo(25, 6)
    expect(milesTo(chicago, { x, y: y - ry })).toBeCloseTo(25, 6)
  })
})

describe('The visible part', () => {
  it('keeps the place under the pointer while zooming in', () => {
    const at = toPlane(chicago)
    const near = zoomView(wholeCountry, 0.5, at)
    const share = (of: typeof near): number => (at.x - of.x) / of.width
    expect(near.width).toBeCloseTo(wholeCountry.width / 2)
    expect(share(near)).toBeCloseTo(share(wholeCountry))
  })

  it('has a limit in both directions', () => {
    expect(zoomView(wholeCountry, 1e-9).width).toBeGreaterThan(0)
    expect(zoomView(wholeCountry, 1e9).width).toBeLessThan(400)
  })

  it('contains all requested places, with padding', () => {
    const austin = { latitude: 30.27, longitude: -97.74 }
    const view = viewOf([chicago, austin])
    for (const { x, y } of [chicago, austin].map(toPlane)) {
      expect(x).toBeGreaterThan(view.x)
      expect(x).toBeLessThan(view.x + view.width)
      expect(y).toBeGreaterThan(view.y)
      expect(y).toBeLessThan(view.y + view.width * mapRatio)
    }
  })
})
