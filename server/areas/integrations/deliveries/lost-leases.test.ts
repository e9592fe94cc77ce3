import { expect, onTestFinished, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { makeCampaignPath, makeLeads, noon_ms } from '#server/test/deliveries-world.ts'
import { openTestDatabase } from '#server/test/harness.ts'
import { createTestPlatform } from '#server/test/platform.ts'
import { addWebhook } from '#server/areas/integrations/connections/add-webhook.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import { claimDue, lease_ms, type Claimed } from './claim-due.ts'
import { findDue } from './find-due.ts'
import { recordOutcomes } from './record-outcomes.ts'
import type { Outcome } from './send-delivery.ts'

const db = await openTestDatabase()

test('an attempt that lost its lease tells developers of no failure, because another worker may deliver the lead', async () => {
  const clock = createStillClock(noon_ms)
  const platform = await createTestPlatform(db, { clock })
  onTestFinished(() => platform.close())
  const path = await makeCampaignPath(db.adminPool)
  const { rootId, agencyId } = path
  await db.adminPool.query('update company set api_mode = true where id = $1', [agencyId])
  await db.adminPool.query(
    `insert into event_endpoint (agency_id, id, root_id, url, events, secret_sealed, created_at, updated_at)
     values ($1, $2, $3, 'https://hooks.example/events', '{delivery.failed}', '', $4, $4)`,
    [agencyId, newId(noon_ms), rootId, new Date(noon_ms)],
  )
  const [leadId] = await makeLeads(db.adminPool, path, 1)
  await inScope(db.appPool, { kind: 'root', rootId }, async (tx) => {
    await addWebhook(tx, platform, path, 'https://hooks.example/leads')
    await queueDeliveries(tx, path, noon_ms, [{ leadId: leadId!, ...path }])
  })
  const claim = async (): Promise<Claimed> =>
    (await claimDue(platform, rootId, await findDue(platform, rootId))).flat()[0]!
  const fail = (delivery: Claimed) => recordOutcomes(platform, rootId, [lastOf(delivery)])
  const readMessages = async () => (await db.adminPool.query('select data from event_message')).rows

  const lostClaim = await claim()
  clock.advance(lease_ms)
  const ownClaim = await claim()
  await fail(lostClaim)
  expect(await readMessages()).toEqual([])
  await fail(ownClaim)
  expect(await readMessages()).toMatchObject([{ data: { id: ownClaim.id, cause: 'lead_incomplete' } }])
})

/** A last attempt that failed. */
const lastOf = (delivery: Claimed): Outcome => ({
  delivery,
  delivered: false,
  cause: 'lead_incomplete',
  httpStatus: null,
  retryAfter_ms: 0,
  final: true,
  postponed_ms: 0,
  startedAt_ms: noon_ms,
  endedAt_ms: noon_ms,
  took_ms: 1,
})
