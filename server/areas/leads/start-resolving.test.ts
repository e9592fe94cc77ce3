import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { inScope } from '#server/platform/database/scope.ts'
import { signal } from '#server/platform/signals.ts'
import { createPipelineWorld, md5, type PipelineWorld } from '#server/test/pipeline-world.ts'
import { resolveAgency } from './resolve-agency.ts'
import { startResolving, type Resolving } from './start-resolving.ts'

let world: PipelineWorld
let resolving: Resolving | null = null
beforeAll(async () => {
  world = await createPipelineWorld()
  return () => world.close()
})
afterEach(async () => {
  await resolving?.stop()
  resolving = null
})

const sendSignal = (agencyIds: string[]): Promise<unknown> =>
  inScope(world.db.appPool, { kind: 'none' }, (tx) => signal(tx, { kind: 'hits', agencyIds }))
const until = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 15_000, interval: 10 })

describe('resolving', () => {
  test('makes a lead of a hit as soon as it is signaled, without polling, and signals the lead', async () => {
    resolving = startResolving(world.platform, undefined, 3_600_000)
    const campaign = await world.makeCampaign()
    const { email } = await world.makePerson()
    // The initial poll is over.
    await sleep(300)
    const outcome = vi.fn()
    const stopHearing = world.platform.signals.on('leads', outcome)
    await world.hit(campaign, { hashes: [md5(email)] })
    await sendSignal([campaign.agencyId])
    await until(() => expect(outcome).toHaveBeenCalled())
    expect(outcome.mock.calls[0]![0]).toMatchObject({ clientIds: [campaign.clientId], count: 1 })
    expect(await world.count('lead', campaign)).toBe(1)
    stopHearing()
  })

  test('finds hits whose signal was lost, even of an agency that never had any', async () => {
    const { rows } = await world.db.adminPool.query(
      'delete from resolve_watermark where agency_id = $1 returning agency_id',
      [world.tree.brightside.id],
    )
    expect(rows).toHaveLength(1)
    const client = { agencyId: world.tree.brightside.id, clientId: world.tree.brightside.clients[0]!.id }
    const campaign = await world.makeCampaign({}, client)
    const { email } = await world.makePerson()
    await world.hit(campaign, { hashes: [md5(email)] })
    resolving = startResolving(world.platform)
    await until(async () => expect(await world.count('lead', campaign)).toBe(1))
  })

  test('waits for a hit that an open transaction holds back, without a further signal', async () => {
    const campaign = await world.makeCampaign()
    const { email } = await world.makePerson()
    const before = await world.count('lead', campaign)
    const older = await world.db.appPool.connect()
    await older.query('begin; select pg_current_xact_id()')
    resolving = startResolving(world.platform)
    await world.hit(campaign, { hashes: [md5(email)] })
    await sendSignal([campaign.agencyId])
    await sleep(300)
    expect(await world.count('lead', campaign)).toBe(before)
    await older.query('commit')
    older.release()
    await until(async () => expect(await world.count('lead', campaign)).toBe(before + 1))
  })

  test('continues with other agencies when one fails, and retries it', async () => {
    const [brokenId, fine] = [world.tree.acme.id, world.tree.brightside.id]
    const calls: string[] = []
    let failures = 0
    resolving = startResolving(world.platform, async (agencyId) => {
      calls.push(agencyId)
      if (agencyId === brokenId && failures++ < 2) throw new Error('it is broken')
      return resolveAgency(world.platform, agencyId)
    })
    await sendSignal([brokenId])
    await until(() => expect(failures).toBe(1))
    for (let at = 0; at < 3; at++) {
      await sendSignal([brokenId, fine])
      await until(() => expect(calls.filter((id) => id === fine).length).toBeGreaterThan(at))
    }
    // Signals don't speed up the retry after a failure.
    expect(calls.filter((id) => id === brokenId).length).toBeLessThanOrEqual(2)
    await until(() => expect(calls.filter((id) => id === brokenId).length).toBe(3))
  })

  test('alternates between agencies batch by batch, and stops between batches', async () => {
    const turns: string[] = []
    resolving = startResolving(world.platform, async (agencyId) => {
      turns.push(agencyId)
      await sleep(1)
      return { visits: 1, leads: 0, more: true }
    })
    const three = [world.tree.acme.id, world.tree.brightside.id, world.tree.other.agency.id]
    await sendSignal(three)
    await until(() => expect(turns.length).toBeGreaterThan(60))
    const counts = three.map((id) => turns.filter((turn) => turn === id).length)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(3)
    await resolving.stop()
    const stoppedAt = turns.length
    await sleep(50)
    expect(turns.length).toBe(stoppedAt)
  })
})
