import { expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Claimed } from './claim-due.ts'
import { serveDestination } from './serve-destination.ts'

const clock = createStillClock(0)

/** Serves deliveries named by person and age; returns which ones were in progress together, in order. */
async function serve(names: readonly string[], personOf?: (body: string) => string): Promise<string[]> {
  const claims = names.map((name) => ({ body: name, leasedUntil: new Date(60_000) }) as Claimed)
  const open = new Set<string>()
  const openNames: string[] = []
  await serveDestination({ clock } as unknown as Platform, claims, {
    connector: personOf ? { personOf } : {},
    mayGoOn: () => true,
    onTried: () => {},
    tryThem: async ([one]) => {
      open.add(one!.body!)
      openNames.push([...open].join('+'))
      // Long enough for the other worker to take its next delivery.
      for (let tick = 0; tick < 20; tick++) await Promise.resolve()
      open.delete(one!.body!)
      return { status: 'ok', wait_ms: 0 }
    },
  })
  return openNames
}

test('two deliveries to one destination run concurrently', async () => {
  expect(await serve(['ada 1', 'ada 2', 'bob 1'])).toContain('ada 1+ada 2')
})

test('two leads of one person never do if the later one must win; no other lead waits for that', async () => {
  const openNames = await serve(['ada 1', 'ada 2', 'bob 1', 'ada 3'], (body) => body.split(' ')[0]!)
  expect(openNames.filter((names) => (names.match(/ada/g) ?? []).length > 1)).toEqual([])
  expect(openNames).toContain('ada 1+bob 1')
  const order = openNames.map((names) => names.split('+').at(-1)!).filter((name) => name.startsWith('ada'))
  expect(order).toEqual(['ada 1', 'ada 2', 'ada 3'])
})
