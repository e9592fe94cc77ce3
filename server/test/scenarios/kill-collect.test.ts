import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { newId, randomFraction } from '../../platform/ids.ts'
import { readLockFile } from '../../platform/database/embedded/postmaster.ts'
import { makePixel, viewOf, type TestPixel } from '../collector.ts'
import { startHitLoad, type HitLoad } from '../hit-load.ts'
import { freePort, startProgramProcess, type ProgramProcess } from '../program-process.ts'
import { makeTestFolder } from '../test-folder.ts'

/** Enough that none of them meets its limit of hits a second. */
const pixelCount = 40
const lanes = 24
const recoversWithin_ms = 30_000

interface Stage {
  program: ProgramProcess
  load: HitLoad
  killProgram(): Promise<void>
  killPostmaster(): Promise<void>
  killBackend(): Promise<void>
  /** Stops the load and says what became of its acknowledged hits. */
  settle(): Promise<{ lost: number; double: number; stored: number }>
}

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  while (cleanUps.length > 0) await cleanUps.pop()!()
})

/** The program with the role `collect` on an embedded database that keeps its promises, under load. */
async function setStage(env: Record<string, string> = {}): Promise<Stage> {
  const dataDir = makeTestFolder()
  const port = await freePort()
  const start = async (): Promise<ProgramProcess> => {
    const program = await startProgramProcess(port, dataDir, { ROLES: 'collect', ...env })
    await program.ready()
    return program
  }
  const lockFile = () => readLockFile(join(dataDir, 'postgres', 'cluster'))!
  let program = await start()
  cleanUps.push(async () => {
    await program.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const pixels = await withAdmin(lockFile().socketFolder!, makePixels)
  let made = 0
  const load = startHitLoad(port, lanes, () => {
    const id = newId(Date.now()).replaceAll('-', '')
    return viewOf(pixels[made++ % pixelCount]!, { i: id })
  })
  cleanUps.push(() => load.stop())
  return {
    get program() {
      return program
    },
    load,
    async killProgram() {
      await program.kill()
      program = await start()
    },
    async killPostmaster() {
      process.kill(lockFile().pid, 'SIGKILL')
    },
    async killBackend() {
      const pid = await withAdmin(lockFile().socketFolder!, pidOfWriter)
      process.kill(pid, 'SIGKILL')
    },
    async settle() {
      await load.stop()
      return withAdmin(lockFile().socketFolder!, (pool) => compare(pool, load.acknowledged))
    },
  }
}

async function withAdmin<T>(socketFolder: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ host: socketFolder, user: 'postgres', database: 'leadloom', max: 1 })
  pool.on('error', () => {})
  // It may just be coming back.
  while (!(await pool.query('select 1').catch(() => null))) await sleep(50)
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

async function makePixels(adminPool: pg.Pool): Promise<TestPixel[]> {
  const pixels: TestPixel[] = []
  for (let count = 0; count < pixelCount; count++) pixels.push(await makePixel({ adminPool }))
  return pixels
}

/** A connection on which hits are being written. */
async function pidOfWriter(pool: pg.Pool): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where usename = 'leadloom_app' and state <> 'idle' and pid <> pg_backend_pid()`,
    )
    if (rows[0]) return rows[0].pid
  }
}

async function compare(pool: pg.Pool, acknowledged: ReadonlySet<string>) {
  const { rows } = await pool.query<{ id: string }>(`select replace(id::text, '-', '') as id from hit`)
  const stored = new Set(rows.map((row) => row.id))
  return {
    lost: [...acknowledged].filter((id) => !stored.has(id)).length,
    double: rows.length - stored.size,
    stored: stored.size,
  }
}

describe('a program and a database that are killed under load', () => {
  it('lose no acknowledged hit and store none twice', async ({ annotate }) => {
    const stage = await setStage()
    const kills = [
      ...Array.from({ length: 10 }, () => ['program', () => stage.killProgram()] as const),
      ...Array.from({ length: 6 }, () => ['postmaster', () => stage.killPostmaster()] as const),
      ...Array.from({ length: 4 }, () => ['backend', () => stage.killBackend()] as const),
    ].toSorted(() => randomFraction() - 0.5)
    const recovered_ms = new Map<string, number[]>()
    for (const [what, kill] of kills) {
      await stage.load.untilAcknowledged(recoversWithin_ms)
      await sleep(200 + randomFraction() * 500)
      const from_ms = performance.now()
      await kill()
      await stage.load.untilAcknowledged(recoversWithin_ms)
      recovered_ms.set(what, [...(recovered_ms.get(what) ?? []), Math.round(performance.now() - from_ms)])
    }
    await sleep(300)
    const { lost, double, stored } = await stage.settle()
    expect(stage.program.endedByItself()).toBe(false)
    const acknowledged = stage.load.acknowledged.size
    await annotate(JSON.stringify({ acknowledged, stored, lost, double, ...Object.fromEntries(recovered_ms) }))
    expect({ lost, double }).toEqual({ lost: 0, double: 0 })
    expect(acknowledged).toBeGreaterThan(2_000)
    // Whoever was not acknowledged heard an error that tells the pixel to try again.
    expect([...stage.load.refusals.keys()].toSorted()).toEqual([0, 503])
    expect(Math.max(...[...recovered_ms.values()].flat())).toBeLessThan(recoversWithin_ms)
  })

  it.each(['acknowledge-before-commit', 'commit-without-waiting'])(
    'lose hits when the fault %s is planted, which this test would not let pass',
    async (fault) => {
      const stage = await setStage({ PLANTED_FAULT: fault })
      for (let kills = 0; kills < 5; kills++) {
        await stage.load.untilAcknowledged(recoversWithin_ms)
        await sleep(400)
        await stage.killPostmaster()
      }
      await stage.load.untilAcknowledged(recoversWithin_ms)
      await sleep(1_000)
      const { lost } = await stage.settle()
      expect(lost).toBeGreaterThan(0)
    },
  )
})
