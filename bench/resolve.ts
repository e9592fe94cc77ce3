import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { createPools } from '#server/platform/database/pool.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { resolveAgency } from '#server/areas/leads/resolve-agency.ts'
import { createClock } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { cpuOf } from './resolve/cpu.ts'
import { loadTenants, prepareDatabase, now_ms, type Sizes } from './resolve/load.ts'
import { runPlainStatement } from './resolve/plain-statement.ts'
import { printProfile, watchQueries } from './resolve/profile.ts'

const sizes: Sizes = {
  persons: Number(process.env['PERSONS'] ?? 5_000_000),
  agencies: 9,
  hitsOfAgency: Number(process.env['HITS'] ?? 50_000),
}

const explain: Record<string, string | number> = process.env['EXPLAIN']
  ? {
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': '40ms',
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_timing': 'off',
      'auto_explain.log_triggers': 'on',
      'auto_explain.log_parameter_max_length': 100,
    }
  : {}

interface Measured {
  cpu_ms: number
  visits: number
  leads: number
  seconds: number
}

/** Resolves the given agencies to the end, as many at once as there are lanes. */
async function withCpu(adminPool: Pool, work: () => Promise<Omit<Measured, 'cpu_ms'>>): Promise<Measured> {
  const before = await cpuOf(adminPool)
  const measured = await work()
  const after = await cpuOf(adminPool)
  const cpu_ms = before && after ? after.database_ms - before.database_ms + after.program_ms - before.program_ms : 0
  return { ...measured, cpu_ms }
}

async function resolveAll(
  platform: Platform,
  agencyIds: readonly string[],
  lanes: number,
): Promise<Omit<Measured, 'cpu_ms'>> {
  const waiting = [...agencyIds]
  const sum = { visits: 0, leads: 0 }
  const began = performance.now()
  const lane = async (): Promise<void> => {
    for (let id = waiting.shift(); id; id = waiting.shift()) {
      for (let more = true; more;) {
        const resolved = await resolveAgency(platform, id)
        sum.visits += resolved.visits
        sum.leads += resolved.leads
        more = resolved.more
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { ...sum, seconds: (performance.now() - began) / 1000 }
}

const nothing = (): Measured => ({ visits: 0, leads: 0, seconds: 0, cpu_ms: 0 })
function add(sum: Measured, more: Measured): void {
  sum.visits += more.visits
  sum.leads += more.leads
  sum.seconds += more.seconds
  sum.cpu_ms += more.cpu_ms
}

const rate = ({ visits, seconds }: Measured): number => Math.round(visits / seconds)

export async function run(): Promise<void> {
  const server = await startEmbeddedPostgres({
    dataDir: join(projectRoot, '.data/bench/resolve'),
    diesWithProgram: true,
    settings: {
      shared_buffers: '2GB',
      max_wal_size: '8GB',
      maintenance_work_mem: '1GB',
      ...explain,
      ...(process.env['STATS']
        ? { log_statement_stats: 'on', log_error_verbosity: 'default', log_min_error_statement: 'debug5' }
        : {}),
    },
  })
  const admin = { ...server.adminConfig, database: 'leadloom' }
  const address = { owner: server.ownerConfig, app: server.appConfig }
  const adminPools = createPools({ owner: admin, app: server.appConfig }, console.error)
  const pools = createPools(address, console.error)
  try {
    await prepareDatabase(pools.ownerPool, adminPools.ownerPool, sizes.persons)
    await measure(pools.appPool, pools.ownerPool, adminPools.ownerPool)
  } finally {
    await Promise.all([pools.close(), adminPools.close()])
    await server.stop()
  }
}

async function measure(appPool: Pool, ownerPool: Pool, adminPool: Pool): Promise<void> {
  const agencyIds = await loadTenants(ownerPool, adminPool, sizes)
  const platform = {
    appPool,
    identityPool: appPool,
    clock: createClock(() => now_ms + 60_000 + Math.round(performance.now())),
  } as unknown as Platform
  const lanes = Math.min(2, availableParallelism())
  // The first agencies warm caches and statistics up and are not counted.
  const [warm, ...rest] = agencyIds
  await runPlainStatement(adminPool, [warm!], 1)
  await resolveAll(platform, [warm!], 1)
  await adminPool.query('analyze')
  const [alone, together] = [rest.slice(0, rest.length / 2), rest.slice(rest.length / 2)]
  const stop = process.env['PROFILE'] ? watchQueries() : null
  // By turns, so that whatever else the machine does meets both.
  const [plain, single] = [nothing(), nothing()]
  for (const id of alone) {
    add(plain, await withCpu(adminPool, () => runPlainStatement(adminPool, [id], 1)))
    add(single, await withCpu(adminPool, () => resolveAll(platform, [id], 1)))
  }
  if (stop) printProfile(stop(), single)
  const [plainLanes, parallel] = [nothing(), nothing()]
  for (let at = 0; at < together.length; at += lanes) {
    const some = together.slice(at, at + lanes)
    add(plainLanes, await withCpu(adminPool, () => runPlainStatement(adminPool, some, lanes)))
    add(parallel, await withCpu(adminPool, () => resolveAll(platform, some, lanes)))
  }
  for (const [name, one] of Object.entries({ plain, single, plainLanes, parallel }))
    console.log(name, 'CPU ms for 10,000 visits:', Math.round((one.cpu_ms / one.visits) * 10_000))
  console.table({
    'plain INSERT … SELECT … JOIN, one connection': { 'visits/s': rate(plain), leads: plain.leads, ratio: 1 },
    [`plain, ${lanes} connections`]: { 'visits/s': rate(plainLanes), leads: plainLanes.leads },
    'whole pipeline, one connection': {
      'visits/s': rate(single),
      leads: single.leads,
      ratio: rate(single) / rate(plain),
    },
    [`whole pipeline, ${lanes} agencies at once`]: {
      'visits/s': rate(parallel),
      leads: parallel.leads,
      ratio: rate(parallel) / rate(plainLanes),
    },
  })
  console.log(
    JSON.stringify({
      bench: 'resolve',
      ratio: Number((rate(parallel) / rate(plainLanes)).toFixed(3)),
      per_second: rate(parallel),
      one_connection: { ratio: Number((rate(single) / rate(plain)).toFixed(3)), per_second: rate(single) },
      plain_per_second: rate(plain),
      persons: sizes.persons,
    }),
  )
}

await run()
