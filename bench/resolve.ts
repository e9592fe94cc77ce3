import { join } from 'node:path'
import type { Pool } from 'pg'
import { resolveAgency } from '#server/areas/leads/resolve-agency.ts'
import { lanes } from '#server/areas/leads/start-resolving.ts'
import { createClock } from '#server/platform/clock.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { createPools, type Pools } from '#server/platform/database/pool.ts'
import type { Platform } from '#server/platform/platform.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { loadTenants, now_ms, prepareDatabase, type Sizes } from './resolve/load.ts'
import { boundMoney, compareMoney } from './resolve/money.ts'
import { runPlainStatement } from './resolve/plain-statement.ts'
import { agenciesOfModules, compareModules } from './resolve/modules.ts'
import { printProfile, watchQueries } from './resolve/profile.ts'
import { addTo, nothing, rate, resolveAll, share, type Measured } from './resolve/work.ts'
import { printTable } from './support/figures.ts'

/*
 * Visits a second through the whole pipeline: matching among 5 million people with three keys each, all stages, leads,
 * transfers, deliveries, counts. Compared with one plain INSERT … SELECT … JOIN that only writes the same leads. Then
 * the same visits for agencies with and without money checks, in turns, and the events of the other modules beside the
 * plain statement. PROFILE=1 prints the time of each statement per batch; PERSONS and HITS (per agency) make it smaller.
 */

/** Agencies that measure the pipeline, and pairs of others that measure the cost of money checks. */
const agencyCount = 10
const moneyPairs = 4

const sizes: Sizes = {
  persons: Number(process.env['PERSONS'] ?? 5_000_000),
  modules: [...Array.from({ length: agencyCount + 2 * moneyPairs }, () => 'local' as const), ...agenciesOfModules],
  hitsOfAgency: Number(process.env['HITS'] ?? 50_000),
}

async function measure(pools: Pools, adminPool: Pool, serverPid: number): Promise<void> {
  const { appPool } = pools
  const agencyIds = await loadTenants(pools.ownerPool, adminPool, sizes)
  const [warm, ...rest] = agencyIds.slice(0, agencyCount)
  const agenciesWithMoney = agencyIds.slice(agencyCount, agencyCount + moneyPairs)
  for (const id of agenciesWithMoney) await boundMoney(appPool, adminPool, id)
  const pairs = agencyIds
    .slice(agencyCount + moneyPairs, agencyCount + 2 * moneyPairs)
    .map((plain, at) => [plain, agenciesWithMoney[at]!] as const)
  const clock = createClock(() => now_ms + 3_600_000 + Math.round(performance.now()))
  const platform = { appPool, identityPool: appPool, clock } as unknown as Platform
  // The first agency warms up caches and statistics and is not counted.
  await runPlainStatement(adminPool, [warm!], 1)
  await resolveAll(platform, [warm!], 1)
  await adminPool.query('analyze')

  // In alternation, so that other load on the machine affects both.
  const [plain, alone, plainAtOnce, together] = [nothing(), nothing(), nothing(), nothing()]
  const stopWatching = process.env['PROFILE'] ? watchQueries() : null
  for (const id of rest.slice(0, lanes)) {
    await addTo(plain, serverPid, () => runPlainStatement(adminPool, [id], 1))
    await addTo(alone, serverPid, () => resolveAll(platform, [id], 1))
  }
  if (stopWatching) printProfile(stopWatching(), alone)
  for (let at = lanes; at < rest.length; at += lanes) {
    const some = rest.slice(at, at + lanes)
    await addTo(plainAtOnce, serverPid, () => runPlainStatement(adminPool, some, lanes))
    await addTo(together, serverPid, () => resolveAll(platform, some, lanes))
  }
  const withMoney = await compareMoney(pairs, (id) => resolveAgency(platform, id))
  const ofModules = await compareModules(platform, adminPool, serverPid, agencyIds, sizes)
  report({ plain, alone, plainAtOnce, together }, withMoney, ofModules)
}

function report(
  of: Record<'plain' | 'alone' | 'plainAtOnce' | 'together', Measured>,
  withMoney: number,
  ofModules: Record<string, number>,
): void {
  const row = (name: string, one: Measured, beside: Measured): (string | number)[] => [
    name,
    rate(one),
    one.leads,
    Number.isNaN(one.cpu_ms) ? '?' : Math.round((one.cpu_ms / one.visits) * 10_000),
    share(rate(one), rate(beside)),
  ]
  printTable(
    ['', 'visits/s', 'leads', 'CPU ms per 10,000', 'ratio'],
    [
      row('one plain INSERT … SELECT … JOIN', of.plain, of.plain),
      row('whole pipeline, one agency', of.alone, of.plain),
      row(`${lanes} plain statements at once`, of.plainAtOnce, of.plainAtOnce),
      row(`whole pipeline, ${lanes} agencies at once`, of.together, of.plainAtOnce),
    ],
  )
  const figures = {
    bench: 'resolve',
    ratio: share(rate(of.alone), rate(of.plain)),
    per_second: rate(of.together),
    per_second_one_agency: rate(of.alone),
    plain_per_second: rate(of.plain),
    ratio_at_once: share(rate(of.together), rate(of.plainAtOnce)),
    with_money_checks: Number(withMoney.toFixed(3)),
    persons: sizes.persons,
    least_of_modules: Math.min(...Object.values(ofModules)),
  }
  console.log(JSON.stringify(figures))
}

const server = await startEmbeddedPostgres({
  dataDir: join(projectRoot, '.data/bench/resolve'),
  diesWithProgram: true,
  // Settings that an operator with five million people would use.
  settings: { shared_buffers: '2GB', max_wal_size: '8GB', maintenance_work_mem: '1GB' },
})
const pools = createPools({ owner: server.ownerConfig, app: server.appConfig }, console.error)
const admin = createPools(
  { owner: { ...server.adminConfig, database: 'leadloom' }, app: server.appConfig },
  console.error,
)
try {
  await prepareDatabase(pools.ownerPool, admin.ownerPool, sizes.persons)
  await measure(pools, admin.ownerPool, server.pid())
} finally {
  await Promise.all([pools.close(), admin.close()])
  await server.stop()
}
