import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourcesWith } from './sources.ts'

// What reads a list, resolves a batch or takes hits is small enough to be read whole, and quick to start.

const texts = new Map(sourcesWith('.ts').map(({ path, text }) => [path, text]))
/** Imports and exports of a module that remain when the program runs; those of types alone vanish. */
const loading = /^(?:import|export)\s+(?!type\s)(?:[^'";]*?from\s+)?'([#.][^']+)'/gm

/** The files that a file loads when it is imported, itself included. */
function loadedBy(entry: string): Set<string> {
  const paths = new Set([entry])
  for (const path of paths)
    for (const [, target] of texts.get(path)!.matchAll(loading)) {
      const file = target!.startsWith('#') ? target!.slice(1) : posix.join(posix.dirname(path), target!)
      if (texts.has(file)) paths.add(file)
    }
  return paths
}

describe('a file', () => {
  it.each([
    ['server/areas/leads/read/list-leads.ts', 60],
    ['server/areas/leads/resolve-agency.ts', 150],
    ['server/areas/tracking/start-collector.ts', 60],
  ])('loads few others: %s at most %i', (entry, max) => {
    const count = loadedBy(entry).size
    expect(count).toBeGreaterThan(20)
    expect(count).toBeLessThanOrEqual(max)
  })

  it('loads what its imports load', () => {
    expect([...loadedBy('server/areas/leads/read/list-leads.ts')]).toContain('contract/core/errors.ts')
  })
})
