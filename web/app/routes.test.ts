import { describe, expect, it } from 'vitest'
import { addressOf, findPlace } from '#contract/access/guards/places.ts'
import { standingOf } from '#contract/access/guards/standing.test-support.ts'
import { modulePages, pages } from './routes.tsx'

describe('the pages', () => {
  const standing = standingOf('rootSystem')
  const paths = [...pages.map(({ path }) => path), ...modulePages.map(({ path }) => `{module}/${path}`)]

  it.each(paths)('%s has a place in the guards, which say whom it is for', (path) => {
    expect(findPlace(standing, addressOf(standing, path))).not.toBe(null)
  })

  it('are there once each', () => {
    expect(new Set(paths).size).toBe(paths.length)
  })
})
