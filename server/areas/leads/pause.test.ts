import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { saveAudience } from '#contract/audiences/audiences.ts'
import { setCampaignActive } from '#contract/campaigns/campaigns.ts'
import { saveSetting } from '#contract/settings/settings.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import { definitionOf, makeAudience } from '#server/test/make-audience.ts'
import { openApp } from '#server/test/open-app.ts'
import { openPipelineWorld, md5, type PipelineCampaign } from '#server/test/pipeline-world.ts'

const world = await openPipelineWorld()
const http = await openApp(world)
const owner = http.as(world.tree.acme.owner)

/** Makes a change while a batch has decided, and counts the leads when it is confirmed and when the batch is done. */
async function changeDuringBatch(
  campaign: PipelineCampaign,
  change: () => Promise<{ status: number }>,
): Promise<{ status: number; confirmed: number; done: number }> {
  const leads = async (): Promise<number> =>
    (await world.db.adminPool.query('select from lead where campaign_id = $1', [campaign.id])).rowCount!
  // The batch is blocked where it books, as by the removal of a company.
  const holder = await world.db.adminPool.connect()
  await holder.query('begin')
  await holder.query(`select pg_advisory_xact_lock(hashtextextended('payers ' || $1, 0))`, [campaign.agencyId])
  const resolving = world.resolve(campaign)
  await expect.poll(() => countWaiting(world.db)).toBeGreaterThan(0)
  const changing = change().then(async ({ status }) => ({ status, confirmed: await leads() }))
  await Promise.race([changing, sleep(500)])
  await holder.query('rollback')
  holder.release()
  await resolving
  return { ...(await changing), done: await leads() }
}

test('no lead is created after a pause is confirmed, even if a batch was in progress', async () => {
  const campaign = await world.makeCampaign()
  const { email } = await world.makePerson()
  await world.hit(campaign, { hashes: [md5(email)] })
  const { status, confirmed, done } = await changeDuringBatch(campaign, () =>
    owner.call(setCampaignActive, { body: { leadspeek_api_id: campaign.id, status: 'pause' } }),
  )
  expect([status, confirmed]).toEqual([200, done])
  expect((await world.visit(campaign, { hashes: [md5((await world.makePerson()).email)] })).reason).toBe('not_active')
})

test('no resident of a state becomes a lead after its region rule is confirmed, even if a batch was in progress', async () => {
  const campaign = await world.makeCampaign()
  const { email } = await world.makePerson({ state: 'VT' })
  await world.hit(campaign, { hashes: [md5(email)] })
  const body = { companyID: world.tree.acme.id, settingname: 'regionrules', forbidden_states: ['VT'] } as const
  const { status, confirmed, done } = await changeDuringBatch(campaign, () =>
    owner.call(saveSetting, { body } as never),
  )
  expect([status, confirmed]).toEqual([200, done])
})

test('nobody becomes a lead by an earlier audience after its change is confirmed, even if a batch was in progress', async () => {
  const inState = (state: string) => ({
    include: [{ kind: 'trait' as const, trait: 'state' as const, values: [state] }],
  })
  const client = { agencyId: world.tree.acme.id, clientId: world.tree.acme.clients[0]!.id }
  const rootId = world.tree.root.id
  const audience_id = await makeAudience({ db: world.db, rootId }, client, inState('IL'))
  const campaign = await world.makeCampaign({ include_audiences: [audience_id] })
  const { email } = await world.makePerson({ state: 'IL' })
  await world.hit(campaign, { hashes: [md5(email)] })
  const body = {
    companyID: client.clientId,
    audience_id,
    audience_name: 'Texas',
    definition: definitionOf(inState('TX')),
  }
  const { status, confirmed, done } = await changeDuringBatch(campaign, () => owner.call(saveAudience, { body }))
  expect([status, confirmed]).toEqual([200, done])
  expect((await world.visit(campaign, { hashes: [md5((await world.makePerson()).email)] })).reason).toBe(
    'outside_audience',
  )
})
