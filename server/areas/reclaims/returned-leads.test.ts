import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { decideReturn, listReturns } from '#contract/returns/returns.ts'
import type { TestApp } from '#server/test/app.ts'
import { sellLeads } from '#server/test/payments.ts'
import type { PipelineWorld } from '#server/test/pipeline-world.ts'
import { reclaimsOn } from '#server/test/reclaims.ts'
import { useReturnStage } from '#server/test/return-stage.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { settleReturnsJob } from '#server/areas/returns/settle-return.ts'

// Returns are accepted by the agency or its rule, but the operator's share comes back within the agency's allowance only (decision 223).

const { now, client, ask, setRule: setReturnRule, balances, pass } = useReturnStage()
let world: PipelineWorld
let http: TestApp
const { limit, claims, setRule, decide, report, problems, sums } = reclaimsOn(() => ({
  db: world.db,
  tree: world.tree,
  http,
}))
beforeEach(async () => {
  ;({ world, http } = now)
  await limit()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  // What still waits does not count in the next test.
  await decide('decline')
})

/** Sells leads at $1.50, $0.50 of it the operator's. Returns their ids. */
async function sell(count: number): Promise<string[]> {
  const campaign = { id: now.campaign.id } as never
  await sellLeads(world.db, world.tree.acme, { client: client(), campaign, at_ms: world.clock.now(), count })
  const { rows } = await world.db.adminPool.query<{ id: string }>(
    'select id from lead where campaign_id = $1 order by id desc limit $2',
    [now.campaign.id, count],
  )
  return rows.map(({ id }) => id)
}

/** The agency takes back everything by a rule of its own. */
async function returnAll(ids: readonly string[]): Promise<void> {
  await setReturnRule({ window_days: 90, share_percent: 100, accepts_itself: 'T' })
  for (const id of ids) expect((await ask(id)).status).toBe(200)
  await runJobs(world.db, http.platform)
}

const readRevenue = async () => (await balances())['root_revenue'] ?? 0

describe('an agency that accepts all returns by a rule of its own', () => {
  test(
    'credits its client for all of 150 leads, and gets a tenth of their cost back at once',
    { timeout: 60_000 },
    async () => {
      const before = await balances()
      const ids = await sell(150)
      await returnAll(ids)
      const after = await balances()
      expect(after['client_receivable'] ?? 0).toBe(before['client_receivable'] ?? 0)
      expect(after['root_revenue']! - (before['root_revenue'] ?? 0)).toBe(6_750)
      expect(await report()).toMatchObject({ cost: 75, allowance: 7.5, used: 7.5, percent: 10 })
      expect(await report()).toMatchObject({ waiting: 67.5, waiting_claims: 135 })
      expect(await problems()).toEqual([])
    },
  )

  test('is stopped by the database if the limit were skipped', async () => {
    const ids = await sell(20)
    await returnAll(ids.slice(0, 1))
    vi.stubEnv('PLANTED_FAULT', 'skip-allowance')
    await expect(returnAll(ids.slice(1, 4))).rejects.toMatchObject({ constraint: 'share_month_allowance_check' })
    vi.unstubAllEnvs()
    await settleReturnsJob.run(http.platform, {})
    expect(sums(await claims())['waiting']).toEqual([2, 1])
    expect(await problems()).toEqual([])
  })

  test('never exceeds it, however many returns are accepted at the same moment', async () => {
    const before = await readRevenue()
    const ids = await sell(40)
    await setReturnRule({ share_percent: 100 })
    for (const id of ids) expect((await ask(id)).status).toBe(200)
    const owner = http.as(world.tree.acme.owner)
    const query = { PerPage: 100, state: 'pending' as const }
    const pending = (await owner.call(listReturns, { params: { companyID: world.tree.acme.id }, query })).body.data
    const body = (return_id: string) => ({ companyID: world.tree.acme.id, return_id, decision: 'accept' as const })
    const answers = await Promise.all(pending.map(({ id }) => owner.call(decideReturn, { body: body(id) })))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect((await readRevenue()) - before).toBe(2_000 - 200)
    expect(await problems()).toEqual([])
  })

  test('has room by last month’s cost while this month has none, and none for leads that are too old', async () => {
    const ids = await sell(20)
    pass(29 * 86_400_000)
    const before = await readRevenue()
    await returnAll(ids.slice(0, 3))
    expect(before - (await readRevenue())).toBe(100)
    pass(2 * 86_400_000)
    await setRule({ share_percent: 100 })
    await returnAll(ids.slice(3, 5))
    const waiting = (await claims()).filter(({ state }) => state === 'waiting')
    expect(waiting.map(({ excess }) => excess).toSorted()).toEqual(['late', 'late', 'share'])
    expect(before - (await readRevenue())).toBe(100)
    expect(await problems()).toEqual([])
  })

  test('gets more by a new limit from then on; what waits keeps waiting', async () => {
    const ids = await sell(20)
    const before = await readRevenue()
    await returnAll(ids.slice(0, 4))
    expect(before - (await readRevenue())).toBe(100)
    expect((await setRule({ share_percent: 20 })).status).toBe(200)
    await returnAll(ids.slice(4, 8))
    expect(before - (await readRevenue())).toBe(200)
    expect((await setRule({ share_percent: 0 })).status).toBe(200)
    await returnAll(ids.slice(8, 9))
    expect((await setRule({ is_limited: 'F' })).status).toBe(200)
    await returnAll(ids.slice(9, 12))
    expect(before - (await readRevenue())).toBe(350)
    expect(await problems()).toEqual([])
  })
})

describe('the operator', () => {
  test('gives back what it accepts, once, and keeps what it declines', async () => {
    const ids = await sell(20)
    await returnAll(ids.slice(0, 6))
    const before = await readRevenue()
    const [first, second] = (await claims()).filter(({ state }) => state === 'waiting')
    const answers = await Promise.all([decide('accept', [first!.id]), decide('accept', [first!.id])])
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(before - (await readRevenue())).toBe(50)
    expect((await decide('decline', [second!.id])).status).toBe(200)
    expect(await decide('accept', [second!.id])).toMatchObject({ status: 409 })
    expect((await decide('accept')).status).toBe(200)
    expect(before - (await readRevenue())).toBe(150)
    const rows = await claims()
    expect(
      rows
        .filter(({ id }) => [first!.id, second!.id].includes(id))
        .map(({ state }) => state)
        .toSorted(),
    ).toEqual(['accepted', 'declined'])
    expect(await decide('accept')).toMatchObject({ status: 409 })
    expect(await problems()).toEqual([])
  })

  test('alone decides and sets limits; the agency reads its own', async () => {
    const ids = await sell(10)
    await returnAll(ids.slice(0, 3))
    const { acme, brightside, other } = world.tree
    for (const user of [acme.owner, acme.admin, client().user]) {
      expect((await decide('accept', undefined, user)).status).toBe(403)
      expect((await setRule({ share_percent: 100 }, acme.id, user)).status).toBe(403)
    }
    expect((await decide('accept', undefined, other.system)).status).toBe(404)
    expect((await claims(acme.owner)).some(({ state }) => state === 'waiting')).toBe(true)
    expect(await claims(brightside.owner)).toEqual([])
    expect(await report(acme.owner)).toMatchObject({ cost: 5, allowance: 0.5, used: 0.5 })
  })
})
