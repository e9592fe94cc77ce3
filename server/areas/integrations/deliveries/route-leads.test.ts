import { beforeEach, describe, expect, test } from 'vitest'
import type { Condition } from '#contract/integrations/conditions.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { makeCampaignPath, makeDestination, makeLeads, noon_ms } from '#server/test/deliveries-world.ts'
import { openTestDatabase } from '#server/test/harness.ts'
import { saveRoutingOf } from '../connections/change-destination.ts'
import type { CampaignPath } from './book.ts'
import { queueDeliveries } from './queue-deliveries.ts'

// New leads go where rules, turns and caps say, once, with the transaction that makes them (decision 317).

const db = await openTestDatabase()
const day_ms = 86_400_000
let clock = createStillClock(noon_ms)
let path: CampaignPath
beforeEach(async () => {
  clock = createStillClock(noon_ms)
  path = await makeCampaignPath(db.adminPool)
})

const asRoot = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(db.appPool, { kind: 'root', rootId: path.rootId }, work)
async function destination(
  rules: { conditions?: Condition[]; share?: number; daily_cap?: number } = {},
  status = 'ok',
) {
  const id = await makeDestination(db.adminPool, path, `https://receiver.test/${Math.random()}`, status)
  const { conditions = [], share = null, daily_cap = null } = rules
  await asRoot((tx) => saveRoutingOf(tx, path, id, { conditions, share, daily_cap }))
  return id
}
const queue = (leadIds: readonly string[], isAwaited = false): Promise<number> =>
  asRoot((tx) =>
    queueDeliveries(
      tx,
      path,
      clock.now(),
      leadIds.map((leadId) => ({ ...path, leadId })),
      isAwaited,
    ),
  )
const leads = (count: number) => makeLeads(db.adminPool, path, count, clock.now())
const rowsOf = async (destinationId: string) =>
  (
    await db.adminPool.query<{ lead_id: string; status: string; days: number }>(
      `select lead_id, status, (next_attempt_at::date - $2::timestamptz::date) as days from delivery
        where destination_id = $1 order by id`,
      [destinationId, new Date(clock.now())],
    )
  ).rows

/** Days from now until each lead is sent, in order. */
const daysOf = async (destinationId: string): Promise<number[]> =>
  (await rowsOf(destinationId)).map(({ days }) => days).toSorted((first, second) => first - second)

describe('new leads', () => {
  test('go to a destination only if they fulfill its conditions, and to the others anyway', async () => {
    const [texan, other] = await leads(2)
    await db.adminPool.query(
      `update lead set state = case when id = $1 then 'TX' else 'WI' end where campaign_id = $2`,
      [texan, path.campaignId],
    )
    const texas = await destination({ conditions: [{ field: 'state', operator: 'equals', value: 'tx' }] })
    const all = await destination()
    expect(await queue([texan!, other!])).toBe(3)
    expect(await rowsOf(texas)).toMatchObject([{ lead_id: texan }])
    expect(await rowsOf(all)).toHaveLength(2)
  })

  test('go to one of those that take turns, and stay there if they are queued again after the rules changed', async () => {
    const [first, second] = [await destination({ share: 1 }), await destination({ share: 1 })]
    const ids = await leads(40)
    expect(await queue(ids)).toBe(40)
    const before = [await rowsOf(first), await rowsOf(second)]
    expect(before.every((rows) => rows.length > 5)).toBe(true)
    expect(new Set(before.flat().map(({ lead_id }) => lead_id)).size).toBe(40)
    await asRoot((tx) => saveRoutingOf(tx, path, first, { conditions: [], share: 100, daily_cap: 1 }))
    expect(await queue(ids)).toBe(0)
    expect([await rowsOf(first), await rowsOf(second)]).toEqual(before)
  })

  test('beyond a daily cap wait for the first day with room, across batches and days', async () => {
    const team = await destination({ daily_cap: 3 })
    await queue(await leads(4))
    await queue(await leads(3))
    expect(await daysOf(team)).toEqual([0, 0, 0, 1, 1, 1, 2])
    clock.advance(2 * day_ms)
    await queue(await leads(3))
    expect(await daysOf(team)).toEqual([-2, -2, -2, -1, -1, -1, 0, 0, 0, 1])
    expect((await rowsOf(team)).every(({ status }) => status === 'waiting')).toBe(true)
  })
})

describe('leads of several batches', () => {
  test('pass over a destination that is off while another takes turns; alone, it keeps them', async () => {
    const off = await destination({ share: 100 }, 'disabled')
    const on = await destination({ share: 1 })
    await queue(await leads(10))
    expect([(await rowsOf(off)).length, (await rowsOf(on)).length]).toEqual([0, 10])
    await db.adminPool.query('update destination set removed_at = $2 where id = $1', [on, new Date(clock.now())])
    await queue(await leads(2))
    expect(await rowsOf(off)).toMatchObject([{ status: 'dead' }, { status: 'dead' }])
  })

  test('count toward a cap only if their transaction is kept', async () => {
    const team = await destination({ daily_cap: 1 })
    const [first, second] = await leads(2)
    const failing = asRoot(async (tx) => {
      await queueDeliveries(tx, path, clock.now(), [{ ...path, leadId: first! }])
      throw new Error('a crash')
    })
    await expect(failing).rejects.toThrow('a crash')
    await queue([second!])
    expect(await rowsOf(team)).toMatchObject([{ lead_id: second, days: 0 }])
  })

  test('two batches at once share one cap', async () => {
    const team = await destination({ daily_cap: 4 })
    const ids = await leads(8)
    await Promise.all([queue(ids.slice(0, 4)), queue(ids.slice(4))])
    expect(await daysOf(team)).toEqual([0, 0, 0, 0, 1, 1, 1, 1])
  })
})

test('a test lead goes to every destination, whatever their rules are', async () => {
  const ids = [
    await destination({ share: 1, daily_cap: 1 }),
    await destination({ share: 1, conditions: [{ field: 'zip', operator: 'equals', value: 'x' }] }),
  ]
  await queue(await leads(1), true)
  for (const id of ids) expect(await rowsOf(id)).toHaveLength(1)
})
