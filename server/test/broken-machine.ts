import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countRefused } from '#server/areas/tracking/count-hits.ts'
import { recordProof } from '#server/areas/ledger/record-proof.ts'
import { createClock, dateOf } from '#server/platform/clock.ts'
import { ensureDayPartitions } from '#server/platform/database/partitions.ts'
import { createExposition, type Exposition } from '#server/platform/http/exposition.ts'
import { createMachineMetrics } from '#server/areas/machine/machine-metrics.ts'
import { createReadiness } from '#server/platform/http/readiness.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createPools } from '#server/platform/database/pool.ts'
import type { PipelineCampaign, PipelineWorld } from './pipeline-world.ts'

const day_ms = 86_400_000

/** A platform of its own, so that nothing remembers earlier figures, and its exposition. */
export interface Scraped {
  platform: Platform
  exposition: Exposition
}

export function exposeMachine(world: PipelineWorld, over: Partial<Platform> = {}): Scraped {
  const platform: Platform = { ...world.platform, ...over }
  const problems = createReadiness(platform)
  return { platform, exposition: createExposition([createMachineMetrics(platform, problems)]) }
}

export interface Broken {
  world: PipelineWorld
  campaign: PipelineCampaign
  folder: string
}

/** Breaks something, and returns what to scrape, or changes what is scraped a second time. */
type Break = (broken: Broken) => Promise<Partial<Platform> | ((exposition: Exposition) => void) | undefined>

const addJobs = ({ world: { db } }: Broken, task: string, count: number, set: string): Promise<unknown> =>
  db.adminPool.query(
    `with added as (select (graphile_worker.add_job('${task}', '{}'::json)).id from generate_series(1, ${count}))
     select count(*) from added;
     update graphile_worker._private_jobs set ${set}`,
  )

const addDeliveries = ({ world, campaign }: Broken, count: number, status: string): Promise<unknown> =>
  world.db.adminPool.query(
    `insert into delivery (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id, status, next_attempt_at, created_at)
     select $1, id, $2, $3, $4, id, id, $5, $6, $7 from unnest($8::uuid[]) as id`,
    [
      campaign.agencyId,
      world.tree.root.id,
      campaign.clientId,
      campaign.id,
      status,
      status === 'waiting' ? dateOf(world.clock.now() - 660_000) : null,
      dateOf(world.clock.now()),
      Array.from({ length: count }, () => newId(world.clock.now())),
    ],
  )

const addCertificate = ({ db }: PipelineWorld, left: string, problem: string): Promise<unknown> =>
  db.adminPool.query(
    `insert into host_certificate (host, expires_at, problem, checked_at) values ($1, now() + $2::interval, $3, now())`,
    [`${problem}.example`, left, problem],
  )

const book = { book: { rootId: '', agencyId: '' }, accounts: 0, transfers: 0, problems: ['a planted one'] }

/** Pools of an address at which nobody answers. */
const nowhere = () =>
  createPools({ owner: { host: '127.0.0.1', port: 1 }, app: { host: '127.0.0.1', port: 1 } }, () => {})

/** How each alert's cause is made, by its name; those of a scraper are in the test. */
export const breaks: Readonly<Record<string, Break>> = {
  LeadloomNotReady: async () => nowhere(),
  LeadloomDatabaseAway: async () => nowhere(),
  LeadloomMigrationsPending: async ({ world: { db } }) =>
    void (await db.adminPool.query(
      'delete from schema_migration where number = (select max(number) from schema_migration)',
    )),
  LeadloomHitsUnresolved: async ({ world, campaign }) => {
    await world.hit(campaign, { at_ms: world.clock.now() })
    return { clock: createClock(() => world.clock.now() + 61_000) }
  },
  LeadloomHitsRefused: async () => () => {
    for (let n = 0; n < 11; n++) countRefused('overloaded')
  },
  LeadloomDeliveriesOverdue: async (broken) => void (await addDeliveries(broken, 1, 'waiting')),
  LeadloomDeliveriesDead: async (broken) => void (await addDeliveries(broken, 101, 'dead')),
  LeadloomJobsWaiting: async (broken) =>
    void (await addJobs(broken, 'check-import', 1, `run_at = clock_timestamp() - interval '16 minutes'`)),
  LeadloomJobsDead: async (broken) => void (await addJobs(broken, 'check-import', 1, 'attempts = max_attempts')),
  LeadloomMailBlocked: async (broken) => void (await addJobs(broken, 'send-account-mail', 11, 'attempts = 1')),
  LeadloomPoolExhausted: async ({ world }) => ({
    ownerPool: Object.create(world.db.ownerPool, { waitingCount: { value: 1 } }),
  }),
  LeadloomCallsFail: async () => (exposition) => {
    for (let n = 0; n < 21; n++) {
      exposition.http.refused('internal')
      exposition.http.observe('/api/test', 500, 1)
    }
  },
  LeadloomPartitionsMissing: async ({ world: { db, clock } }) => {
    for (const table of ['hit', 'visit']) {
      await db.ownerPool.query(`alter table ${table} detach partition ${table}_of_tests`)
      await ensureDayPartitions(db.ownerPool, table, clock.now() - day_ms, { daysBack: 0, daysAhead: 0 })
    }
    return undefined
  },
  LeadloomBooksWrong: async ({ world }) => void (await recordProof(world.db.appPool, world.clock.now(), [book])),
  LeadloomBooksUnproved: async ({ world }) =>
    void (await recordProof(world.db.appPool, world.clock.now() - 10_801_000, [])),
  LeadloomBackupOld: async ({ folder, world }) => {
    mkdirSync(folder, { recursive: true })
    const name = new Date(world.clock.now() - 27 * 3_600_000).toISOString().replaceAll(/[:.]/g, '-')
    writeFileSync(join(folder, `leadloom-${name}.tar.age`), '')
    return { config: { ...world.platform.config, BACKUP_DIR: folder } }
  },
  LeadloomDiskFullSoon: async ({ world }) =>
    void (await world.db.adminPool.query(
      `insert into disk_reading (machine, read_at, free_bytes)
       select 'full-soon', now() - make_interval(hours => hours), (100 + hours) * 1000000 from generate_series(0, 23) as hours`,
    )),
  LeadloomCertificateEnds: async ({ world }) => void (await addCertificate(world, '13 days', '')),
  LeadloomCertificateFails: async ({ world }) => void (await addCertificate(world, '80 days', 'untrusted')),
  LeadloomClockDiffers: async () => ({ clock: createClock(() => Date.now() + 60_000) }),
  LeadloomRetentionStopped: async ({ world }) =>
    void (await world.db.adminPool.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution) values ('retain', $1, $1)`,
      [dateOf(world.clock.now() - 7_201_000)],
    )),
}
