import pg from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { distributeDatabase } from '#server/cluster/distribute.ts'
import { resolveAgency } from '#server/areas/leads/resolve-agency.ts'
import { newId } from '#server/platform/ids.ts'
import { advanceWatermarks } from '#server/cluster/number-hits.ts'
import { distributeNewTables } from '#server/cluster/distribute-new-tables.ts'
import { createPipelineWorld, md5, type PipelineWorld } from '../pipeline-world.ts'

let world: PipelineWorld
let admin: pg.Client
beforeAll(async () => {
  world = await createPipelineWorld()
  const { host, port } = inject('testServer')
  admin = new pg.Client({ host, port, user: 'postgres', database: world.db.name })
  await admin.connect()
  return async () => {
    await admin.end()
    await world.close()
  }
})

const spread = () => distributeDatabase(admin, { shards: 8, at: new Date(), mayLose: true })
const column = async (text: string): Promise<unknown[]> =>
  (await admin.query(text)).rows.map((row) => Object.values(row)[0])

describe('a distributed database', () => {
  test('has an agency’s rows on one node, and companies on every node', async () => {
    expect(await column(`select citus_table_type from citus_tables where table_name = 'lead'::regclass`)).toEqual([
      'distributed',
    ])
    expect(await column(`select citus_table_type from citus_tables where table_name = 'company'::regclass`)).toEqual([
      'reference',
    ])
    expect(
      await column(
        `select count(distinct colocation_id)::int from citus_tables where citus_table_type = 'distributed'`,
      ),
    ).toEqual([1])
    expect(await column('select shards from distribution')).toEqual([8])
  })

  test('makes a lead from a visit, with its money', async () => {
    const campaign = await world.makeCampaign()
    const { email } = await world.makePerson()
    const visit = await world.visit(campaign, { hashes: [md5(email)] })
    expect(visit.reason).toBe('lead')
    expect(await world.count('ledger_transfer', campaign)).toBeGreaterThan(0)
  })

  test('skips no hit whose transaction began earlier on the node and ended later', async () => {
    const campaign = await world.makeCampaign({ reidentification: 'always' })
    const { email } = await world.makePerson()
    const slow = await world.db.adminPool.connect()
    try {
      await slow.query('begin')
      await slow.query(
        `insert into hit (agency_id, id, root_id, client_id, campaign_id, received_at, kind, page_url, page_host, hashes)
         values ($1, $2, $3, $4, $5, now(), 'view', 'https://plumbright.test/', 'plumbright.test', $6)`,
        [
          campaign.agencyId,
          newId(world.clock.now()),
          world.tree.root.id,
          campaign.clientId,
          campaign.id,
          [Buffer.from(md5(email), 'hex')],
        ],
      )
      await world.hit(campaign, { hashes: [md5(email)] })
      expect(await resolveAgency(world.platform, campaign.agencyId)).toMatchObject({ visits: 0, more: true })
      await slow.query('commit')
    } finally {
      slow.release()
    }
    expect((await world.resolve(campaign)).visits).toBe(2)
  })

  test('continues where it was after an agency moved to another node (docs/runbooks/cluster.md)', async () => {
    const campaign = await world.makeCampaign()
    const first = await world.makePerson()
    await world.visit(campaign, { hashes: [md5(first.email)] })
    const [shard] = await column(`select get_shard_id_for_distribution_column('lead', '${campaign.agencyId}')`)
    const { rows } = await admin.query<{ here: number; there: number }>(
      `select here.nodeport as here, there.nodeport as there from citus_shards here
         join pg_dist_node there on there.shouldhaveshards and there.nodeport <> here.nodeport where here.shardid = $1`,
      [shard],
    )
    const [{ here, there }] = rows as [{ here: number; there: number }]
    await admin.query(`select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, 'block_writes')`, [
      shard,
      here,
      there,
    ])
    await advanceWatermarks(admin)
    const person = await world.makePerson()
    const visit = await world.visit(campaign, { hashes: [md5(person.email)] })
    expect(visit.reason).toBe('lead')
    expect(await world.count('visit', campaign)).toBe(await world.count('hit', campaign))
    expect(await column(`select nodeport from citus_shards where shardid = ${shard}`)).toEqual([there])
  })

  test('is not distributed again while the program runs', async () => {
    await expect(spread()).rejects.toThrow(/the program is running/)
  })

  test('distributes a new table by the same rules, after the migration that creates it', async () => {
    await admin.query('create table fresh (agency_id uuid, id uuid, primary key (agency_id, id))')
    await admin.query('alter table fresh owner to leadloom_owner')
    expect(await distributeNewTables(world.db.ownerPool)).toEqual(['fresh'])
    expect(await distributeNewTables(world.db.ownerPool)).toEqual([])
  })

  test('rejects a new table with a trigger or a unique key across agencies, and names it', async () => {
    await admin.query('create table wrong (agency_id uuid, id uuid unique, primary key (agency_id, id))')
    await admin.query('create function nothing() returns trigger language plpgsql as $$begin return null; end$$')
    await admin.query('create trigger noticing after insert on wrong for each row execute function nothing()')
    await expect(distributeNewTables(world.db.ownerPool)).rejects.toThrow(
      /wrong has the trigger noticing[\s\S]*wrong has the unique index wrong_id_key without agency_id/,
    )
    await admin.query('drop table wrong')
  })
})
