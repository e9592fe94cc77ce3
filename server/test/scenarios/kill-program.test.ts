import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { everyNth, sampleOf } from '../proofs.ts'
import { randomFraction } from '../../platform/ids.ts'
import { setKillStage, type KillStage } from '../kill-stage.ts'
import { compareHits, countLeads, countWrongs, prepareKillWorld, waitUntilResolved } from '../kill-world.ts'

const recoversWithin_ms = 30_000

let stage: KillStage | null = null
afterEach(async () => {
  await stage?.close()
  stage = null
})
const setStage = async (env: Record<string, string>): Promise<KillStage> => {
  stage = await setKillStage(env, prepareKillWorld)
  return stage
}

/** Kills in any order, each while hits are being acknowledged, and measures the time until the next acknowledgment. */
async function killAll(on: KillStage): Promise<Record<string, number[]>> {
  const kills = [
    ...Array.from({ length: sampleOf(4, 10) }, () => ['program', () => on.killProgram()] as const),
    ...Array.from({ length: sampleOf(2, 6) }, () => ['postmaster', () => on.killPostmaster()] as const),
    ...Array.from({ length: sampleOf(1, 4) }, () => ['backend', () => on.killBackend()] as const),
  ].toSorted(() => randomFraction() - 0.5)
  const recovered_ms: Record<string, number[]> = { program: [], postmaster: [], backend: [] }
  for (const [what, kill] of kills) {
    await on.load.untilAcknowledged(recoversWithin_ms)
    await sleep(200 + randomFraction() * 500)
    const from_ms = performance.now()
    await kill()
    await on.load.untilAcknowledged(recoversWithin_ms)
    recovered_ms[what]!.push(Math.round(performance.now() - from_ms))
  }
  return recovered_ms
}

describe('a program and a database that are repeatedly killed under load', () => {
  it('lose no acknowledged hit or delivery, and make no second lead or unbalanced transfer', async ({ annotate }) => {
    const on = await setStage({ ROLES: 'collect,work' })
    const recovered_ms = await killAll(on)
    await sleep(300)
    await on.load.stop()
    const hitCount = on.load.acknowledged.size
    await on.look((sight) => waitUntilResolved(sight, recoversWithin_ms))
    const hits = await on.look((sight) => compareHits(sight, on.load.acknowledged))
    const wrongs = await on.look(countWrongs)
    const leads = await on.look(countLeads)
    await annotate(JSON.stringify({ acknowledged: hitCount, ...hits, ...leads, ...recovered_ms }))
    expect(on.program.endedByItself()).toBe(false)
    expect(hits).toMatchObject({ lost: 0, double: 0 })
    expect(wrongs).toEqual(Object.fromEntries(Object.keys(wrongs).map((name) => [name, 0])))
    expect(hitCount).toBeGreaterThan(sampleOf(600, 2_000))
    expect(leads.leads).toBeGreaterThan(sampleOf(150, 500))
    // A hit that was not acknowledged got an error on which the pixel retries.
    expect([...on.load.refusals.keys()].toSorted()).toEqual([0, 503])
    expect(Math.max(...Object.values(recovered_ms).flat())).toBeLessThan(recoversWithin_ms)
  })

  it.each(everyNth(['acknowledge-before-commit', 'commit-without-waiting'], 2))(
    'lose hits with the planted fault %s, which this test detects',
    async (fault) => {
      const on = await setStage({ ROLES: 'collect', PLANTED_FAULT: fault })
      for (let kills = 0; kills < 5; kills++) {
        await on.load.untilAcknowledged(recoversWithin_ms)
        await sleep(400)
        await on.killPostmaster()
      }
      await on.load.untilAcknowledged(recoversWithin_ms)
      await sleep(1_000)
      await on.load.stop()
      const { lost } = await on.look((sight) => compareHits(sight, on.load.acknowledged))
      expect(lost).toBeGreaterThan(0)
    },
  )
})
