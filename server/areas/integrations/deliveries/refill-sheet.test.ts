import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetSpreadsheet } from '#contract/integrations/spreadsheets.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { makeLeads, noon_ms } from '#server/test/deliveries-world.ts'
import { googleEnv, startGoogle, type GoogleStandIn } from '../connectors/googlesheets/stand-in.ts'
import { jobs } from '#server/jobs.ts'

let world: ConnectionsWorld
let firm: GoogleStandIn
const many = 10_003

beforeAll(async () => {
  firm = await startGoogle(() => (world ? machineTime(world.clock) : noon_ms))
  world = await makeConnectionsWorld({
    OUTGOING_ALLOW: firm.host,
    ...googleEnv(firm.url),
  })
  await world.authorize(world.tree.acme.clients[0]!.id, 'googlesheets')
})
afterAll(async () => {
  await world.close()
  await firm.stop()
})

/** A campaign whose sheet has received many leads. */
async function makeFilled(): Promise<{ campaign: CampaignPath; destinationId: string; ids: string[] }> {
  const campaign = await world.newCampaign()
  const destinationId = await world.use(campaign, 'googlesheets', {})
  await queue(campaign, many)
  await writeAll(destinationId)
  return { campaign, destinationId, ids: await queueOf(destinationId, 'id') }
}

async function queue(campaign: CampaignPath, count: number): Promise<void> {
  const leads = (await makeLeads(world.db.adminPool, campaign, count, world.clock.now())).map((leadId) => ({
    leadId,
    ...campaign,
  }))
  await inScope(world.db.appPool, { kind: 'root', rootId: campaign.rootId }, (tx) =>
    queueDeliveries(tx, campaign, world.clock.now(), leads),
  )
}

/** Marks waiting deliveries as delivered. */
const writeAll = (destinationId: string) =>
  world.db.adminPool.query(
    `update delivery set status = 'delivered', delivered_at = created_at, next_attempt_at = null, attempts = 1
      where destination_id = $1 and status = 'waiting'`,
    [destinationId],
  )

const queueOf = async (destinationId: string, order: string): Promise<string[]> =>
  (
    await world.db.adminPool.query<{ id: string }>(
      `select id from delivery where destination_id = $1 order by ${order}`,
      [destinationId],
    )
  ).rows.map(({ id }) => id)

const countOf = async (destinationId: string): Promise<Record<string, number>> => {
  const { rows } = await world.db.adminPool.query<{ status: string; count: number }>(
    'select status, count(*)::integer as count from delivery where destination_id = $1 group by status',
    [destinationId],
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

const resetSheet = ({ campaignId }: CampaignPath) =>
  world.http.as(world.tree.acme.owner).call(resetSpreadsheet, { body: { leadspeek_api_id: campaignId } })

const run = ({ rootId, agencyId }: CampaignPath, destinationId: string): Promise<void> =>
  jobs.find(({ name }) => name === 'refill-sheet')!.run(world.http.platform, { rootId, agencyId, destinationId })

/** Holds a row lock while `work` runs. */
async function holding(agencyId: string, id: string, work: () => Promise<void>): Promise<void> {
  const holder = await world.db.adminPool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from delivery where agency_id = $1 and id = $2 for update', [agencyId, id])
    await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

test('a long sheet is refilled in batches, and an interrupted refill resumes where it stopped', async () => {
  const { campaign, destinationId, ids } = await makeFilled()
  // Updating the last rows exceeds the statement timeout.
  await holding(campaign.agencyId, ids[10_001]!, async () => {
    expect((await resetSheet(campaign)).body.data).toEqual({ leads: many })
    expect(await countOf(destinationId)).toEqual({ waiting: 5_000, delivered: many - 5_000 })
    await expect(run(campaign, destinationId)).rejects.toThrow('statement timeout')
    expect(await countOf(destinationId)).toEqual({ waiting: 10_000, delivered: 3 })
  })
  // The first rows are already written when it resumes.
  await writeAll(destinationId)
  await run(campaign, destinationId)
  expect(await countOf(destinationId)).toEqual({ waiting: 3, delivered: 10_000 })
  await run(campaign, destinationId)
  expect(await countOf(destinationId)).toEqual({ waiting: 3, delivered: 10_000 })
})

test('rows keep the order of their leads, before any that come later', async () => {
  const { campaign, destinationId, ids } = await makeFilled()
  await resetSheet(campaign)
  world.wait(1_000)
  await queue(campaign, 2)
  world.wait(1_000)
  await run(campaign, destinationId)
  const waiting = await queueOf(destinationId, 'next_attempt_at, id')
  expect(waiting.slice(0, many)).toEqual(ids)
  expect(waiting).toHaveLength(many + 2)
})

test('if a sheet is disabled during a refill, the remaining rows wait until it is enabled', async () => {
  const { campaign, destinationId } = await makeFilled()
  await resetSheet(campaign)
  await world.db.adminPool.query(`update destination set status = 'disabled' where id = $1`, [destinationId])
  await run(campaign, destinationId)
  const { rows } = await world.db.adminPool.query(
    `select count(*)::integer as missed from delivery where destination_id = $1 and status = 'dead' and last_error_code = 'destination_disabled'`,
    [destinationId],
  )
  expect(rows).toEqual([{ missed: many - 5_000 }])
})
