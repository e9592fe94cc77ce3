import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Operation } from '#contract/core/operation.ts'
import { jobs } from '#server/jobs.ts'
import { routes } from '#server/routes.ts'
import { inputOf } from '../access/example-of.ts'
import { canHold, endsSession, makeObject, makeWorld, type Spot, type World } from '../access/world.ts'
import { createTestApp, noLimits, type TestApp } from '../app.ts'
import { openTestDatabase } from '../harness.ts'

// Calls every operation, as operators, agencies and clients, and runs every recurring job, so that the planner of a
// cluster gets their statements. Other tests check the results: here none may fail with an internal error.

const db = await openTestDatabase()
let world: World
let http: TestApp
const faults: string[] = []

beforeAll(async () => {
  world = await makeWorld(db)
  http = await createTestApp(db, { limiter: noLimits })
  vi.spyOn(http.platform.log, 'error').mockImplementation((...told: unknown[]) => {
    const [{ err }] = told as [{ err?: Error }]
    faults.push(err?.stack ?? JSON.stringify(told))
  })
})
afterAll(() => http.close())

/** Calls with an example input, about an object that the caller's company has or may have. */
async function ask(operation: Operation, caller: Spot): Promise<number> {
  const kind = operation.object?.kind ?? 'none'
  let objectId: string | undefined
  if (kind !== 'none') {
    const holder = canHold(kind, caller) ? caller : world.spots.find((spot) => canHold(kind, spot))!
    objectId = await makeObject(world, kind, holder)
  }
  const answer = await http.as(caller.person).call(operation, inputOf(operation, objectId))
  if (endsSession(operation)) http.forget()
  if (operation.transport === 'stream' && answer.status === 200) answer.raw.stream().destroy()
  return answer.status
}

describe('on a cluster', () => {
  test.each(routes.map(({ operation }) => [operation.name, operation] as const))('%s', async (_name, operation) => {
    faults.length = 0
    for (const caller of world.spots) expect(await ask(operation, caller), caller.name).not.toBe(500)
    expect(faults).toEqual([])
  })

  const recurring = jobs.filter(({ everyMinutes }) => everyMinutes !== undefined)
  test.each(recurring.map((job) => [job.name, job] as const))('the job %s', async (_name, job) => {
    faults.length = 0
    await job.run(http.platform, {})
    expect(faults).toEqual([])
  })
})
