import { beforeAll, describe, expect, it } from 'vitest'
import { inScope } from '#server/platform/database/scope.ts'
import { createTestPlatform, type TestPlatform } from '#server/test/platform.ts'
import { makeCampaignPath, makeDestination, makeLeads, noon_ms } from '#server/test/deliveries-world.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { changeDestination } from '../connections/change-destination.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import { sendMissedJob } from '#server/areas/integrations/deliveries/send-missed.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'

let db: TestDatabase
let platform: TestPlatform
const gap = 10_003

beforeAll(async () => {
  db = await createTestDatabase()
  platform = await createTestPlatform(db, { clock: createStillClock(noon_ms) })
  return async () => {
    await platform.close()
    await db.drop()
  }
})

const asAgency = (path: CampaignPath) => ({ kind: 'agency', rootId: path.rootId, agencyId: path.agencyId }) as const

/** A destination that was turned off while leads arrived; one of them had used up its attempts before. */
async function makeGap(): Promise<{ path: CampaignPath; destinationId: string }> {
  const path = await makeCampaignPath(db.adminPool)
  const destinationId = await makeDestination(db.adminPool, path, 'https://hooks.test/gap', 'disabled')
  const leads = (await makeLeads(db.adminPool, path, gap)).map((leadId) => ({ leadId, ...path }))
  await inScope(db.appPool, asAgency(path), (tx) => queueDeliveries(tx, path, noon_ms, leads))
  await db.adminPool.query(
    `update delivery set last_error_code = 'timeout', attempts = 10 where id = (select id from delivery where destination_id = $1 order by id limit 1)`,
    [destinationId],
  )
  return { path, destinationId }
}

const change = (path: CampaignPath, id: string, active: boolean): Promise<void> =>
  inScope(db.appPool, asAgency(path), (tx) => changeDestination(tx, platform, path, id, { active }))

const countOf = async (destinationId: string): Promise<Record<string, number>> => {
  const { rows } = await db.adminPool.query<{ status: string; count: number }>(
    'select status, count(*)::integer as count from delivery where destination_id = $1 group by status',
    [destinationId],
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

const idsOf = async (destinationId: string): Promise<string[]> =>
  (
    await db.adminPool.query<{ id: string }>('select id from delivery where destination_id = $1 order by id', [
      destinationId,
    ])
  ).rows.map(({ id }) => id)

describe('a long gap', () => {
  it('is filled in batches: the first at once, the rest by a job, under the same ids and each once', async () => {
    const { path, destinationId } = await makeGap()
    const before = await idsOf(destinationId)
    await change(path, destinationId, true)
    expect(await countOf(destinationId)).toEqual({ dead: gap - 5_000, waiting: 5_000 })
    const task = { rootId: path.rootId, agencyId: path.agencyId, destinationId }
    await sendMissedJob.run(platform, task)
    // The delivery that had used up its attempts stays dead.
    expect(await countOf(destinationId)).toEqual({ dead: 1, waiting: gap - 1 })
    await sendMissedJob.run(platform, task)
    expect(await countOf(destinationId)).toEqual({ dead: 1, waiting: gap - 1 })
    expect(await idsOf(destinationId)).toEqual(before)
  })

  it('stays unfilled if the destination is disabled again meanwhile, and is filled next time', async () => {
    const { path, destinationId } = await makeGap()
    await change(path, destinationId, true)
    await change(path, destinationId, false)
    await sendMissedJob.run(platform, { rootId: path.rootId, agencyId: path.agencyId, destinationId })
    expect(await countOf(destinationId)).toEqual({ dead: gap })
  })
})
