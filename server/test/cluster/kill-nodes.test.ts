import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPools } from '../../platform/database/pool.ts'
import { startHitLoad, type HitLoad } from '../hit-load.ts'
import type { DatabaseAccess } from '../kill-stage.ts'
import { compareHits, countLeads, countWrongs, prepareKillWorld, waitUntilResolved } from '../kill-world.ts'
import { freePort } from '../free-port.ts'
import { startProgramProcess, type ProgramProcess } from '../program-process.ts'
import { makeTestFolder } from '../test-folder.ts'
import { makeDatabase, makeRoles } from './make-database.ts'
import { startNodes, type Node, type Nodes } from './start-nodes.ts'

const database = 'kills'
const lanes = 16
/** Citus finishes a prepared commit that lost its node at its next check, and then the waiting work continues. */
const recoversWithin_ms = 60_000

let folder: string
let nodes: Nodes
let sight: DatabaseAccess & { close(): Promise<void> }
let program: ProgramProcess
let port: number
let load: HitLoad

const start = async (): Promise<ProgramProcess> => {
  const url = `postgres://leadloom_owner@127.0.0.1:${nodes.all[0]!.port}/${database}`
  const program = await startProgramProcess(port, folder, { ROLES: 'collect,work', DATABASE_URL: url })
  await program.ready()
  return program
}

beforeAll(async () => {
  folder = makeTestFolder()
  nodes = await startNodes(process.env['CITUS_BIN']!, folder)
  await makeRoles(nodes)
  const address = await makeDatabase(nodes, database)
  await nodes.makeDurable()
  const adminPool = new pg.Pool({ ...nodes.admin(nodes.all[0]!, database), max: 2 })
  adminPool.on('error', () => {})
  const pools = createPools(address, () => {}, { app: 3 })
  sight = {
    ...pools,
    adminPool,
    close: async () => void (await Promise.all([pools.close(), adminPool.end()])),
  }
  port = await freePort()
  const make = await prepareKillWorld(sight)
  program = await start()
  load = startHitLoad(port, lanes, make)
})

afterAll(async () => {
  await load?.stop()
  await program?.stop()
  await sight?.close()
  await nodes?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Stops a node for a second, like a machine that restarts. */
async function restart(node: Node): Promise<void> {
  await node.kill()
  await sleep(1_000)
  await node.start()
}

const kills = {
  program: async () => {
    await program.kill()
    program = await start()
  },
  'first worker': () => restart(nodes.all[1]!),
  'second worker': () => restart(nodes.all[2]!),
  coordinator: () => restart(nodes.all[0]!),
}

describe('a program on three nodes, each of which is killed under load', () => {
  it('loses no acknowledged hit or delivery, and makes no second lead or unbalanced transfer', async ({ annotate }) => {
    const recovered_ms: Record<string, number> = {}
    for (const [what, kill] of [...Object.entries(kills), ...Object.entries(kills)]) {
      await load.untilAcknowledged(recoversWithin_ms)
      await sleep(500)
      const from_ms = performance.now()
      await kill()
      await load.untilAcknowledged(recoversWithin_ms)
      recovered_ms[what] = Math.max(recovered_ms[what] ?? 0, Math.round(performance.now() - from_ms))
    }
    await load.stop()
    const hitCount = load.acknowledged.size
    await waitUntilResolved(sight, 2 * recoversWithin_ms)
    const hits = await compareHits(sight, load.acknowledged)
    const wrongs = await countWrongs(sight)
    const leads = await countLeads(sight)
    await annotate(JSON.stringify({ acknowledged: hitCount, ...hits, ...leads, ...recovered_ms }))
    expect(program.endedByItself()).toBe(false)
    expect(hits).toMatchObject({ lost: 0, double: 0 })
    expect(wrongs).toEqual(Object.fromEntries(Object.keys(wrongs).map((name) => [name, 0])))
    expect(hitCount).toBeGreaterThan(500)
    expect(leads.leads).toBeGreaterThan(100)
    expect([...load.refusals.keys()].filter((status) => ![0, 503].includes(status))).toEqual([])
  })
})
