import { expect, test } from 'vitest'
import { z } from 'zod'
import { signedInEverywhere } from '#contract/core/access.ts'
import { operationId } from '#contract/core/ids.ts'
import { operation } from '#contract/core/operation.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { routes } from '#server/routes.ts'
import { openTree } from '#server/test/open-tree.ts'
import { isTest, sourcesWith } from '#server/test/architecture/sources.ts'
import { takesOperationId } from './operation-id.ts'
import { bind, type Route } from './route.ts'

// Identical calls that move money count as one for a minute after the first, wherever the clock's minutes begin.

const pay = operation({
  id: 'own',
  area: 'test',
  name: 'pay',
  method: 'POST',
  path: '/test/pay',
  summary: 'For tests.',
  access: signedInEverywhere,
  body: z.strictObject({ amount: z.int(), operationId: operationId.optional() }),
  answer: z.object({ id: z.string() }),
})
const testRoutes: Route[] = [...routes, bind(pay, async (_input, call) => ({ id: call.operationId() }))]

/** Half a second before a full minute. */
const clock = createStillClock(Date.UTC(2026, 10, 20, 12, 0, 59, 500))
const { http, tree } = await openTree({ clock, routes: testRoutes })
const payAs = async (body: object, user = tree.acme.owner): Promise<string> =>
  (await http.as(user).call(pay, { body })).body.id

test('a double click over a full minute is one operation, and a minute later another one', async () => {
  const first = await payAs({ amount: 5 })
  clock.advance(700)
  expect(await payAs({ amount: 5 })).toBe(first)
  clock.advance(59_299)
  expect(await payAs({ amount: 5 })).toBe(first)
  clock.advance(1)
  const second = await payAs({ amount: 5 })
  expect(second).not.toBe(first)
})

test('concurrent calls are one operation; another amount, person or id is another', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => payAs({ amount: 7 })))
  expect(new Set(ids).size).toBe(1)
  expect(await payAs({ amount: 8 })).not.toBe(ids[0])
  expect(await payAs({ amount: 7 }, tree.acme.admin)).not.toBe(ids[0])
  const operationID = '01a2239b-060f-73e0-a2a3-168d13e4d8c5'
  expect(await payAs({ amount: 7, operationId: operationID })).toBe(operationID)
})

test('a call from before the clock was set back does not hold for as long as that', async () => {
  const first = await payAs({ amount: 9 })
  clock.advance(-3_600_000)
  expect(await payAs({ amount: 9 })).not.toBe(first)
})

test('every use case that names its operation answers a call that takes an id', () => {
  const taking = new Set(
    routes
      .map(({ operation }) => operation)
      .filter(takesOperationId)
      .map(({ name }) => name),
  )
  const moving = sourcesWith('.ts').filter(
    ({ path, text }) => path.startsWith('server/areas/') && !isTest(path) && text.includes('.operationId()'),
  )
  expect(moving.length).toBeGreaterThan(5)
  const operationsIn = (text: string): string[] => [...text.matchAll(/Handler<typeof (\w+)>/g)].map(([, name]) => name!)
  expect(
    moving.filter(({ text }) => !operationsIn(text).some((name) => taking.has(name))).map(({ path }) => path),
  ).toEqual([])
})
