import { expect, onTestFinished, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { makeCampaignPath, makeLeads, noon_ms } from '#server/test/deliveries-world.ts'
import { openTestDatabase } from '#server/test/harness.ts'
import { createTestPlatform } from '#server/test/platform.ts'
import { changeDestination } from '../connections/change-destination.ts'
import { addWebhook } from '#server/areas/integrations/connections/add-webhook.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import { claimDue, type Claimed } from './claim-due.ts'
import { findDue } from './find-due.ts'
import { recordOutcomes } from './record-outcomes.ts'
import type { Outcome } from './send-delivery.ts'

const db = await openTestDatabase()

test('a webhook that moves while a lead is sent is not blamed for the earlier receiver’s answer', async () => {
  const platform = await createTestPlatform(db, { clock: createStillClock(noon_ms) })
  onTestFinished(() => platform.close())
  const path = await makeCampaignPath(db.adminPool)
  const { rootId } = path
  const [leadId] = await makeLeads(db.adminPool, path, 1)
  await inScope(db.appPool, { kind: 'root', rootId }, async (tx) => {
    await addWebhook(tx, platform, path, 'https://earlier.example/leads')
    await queueDeliveries(tx, path, noon_ms, [{ leadId: leadId!, ...path }])
  })
  const claim = async (): Promise<Claimed | undefined> =>
    (await claimDue(platform, rootId, await findDue(platform, rootId))).flat()[0]

  const delivery = (await claim())!
  await inScope(db.appPool, { kind: 'root', rootId }, (tx) =>
    changeDestination(tx, platform, path, delivery.destinationId, { url: 'https://new.example/leads' }),
  )
  const { nextAt_ms, statusOf } = await recordOutcomes(platform, rootId, [goneAfter(delivery)])
  expect([nextAt_ms, statusOf.get(delivery.destinationId)]).toEqual([noon_ms, 'ok'])
  const { rows } = await db.adminPool.query(
    'select status, consecutive_failures, last_error_code, held_until from destination where id = $1',
    [delivery.destinationId],
  )
  expect(rows).toEqual([{ status: 'ok', consecutive_failures: 0, last_error_code: null, held_until: null }])
  expect(await claim()).toMatchObject({ id: delivery.id, url: 'https://new.example/leads', attempts: 1 })
})

/** A receiver that takes no leads any more, and asks for an hour without any. */
const goneAfter = (delivery: Claimed): Outcome => ({
  delivery,
  delivered: false,
  cause: 'gone',
  httpStatus: 410,
  retryAfter_ms: 3_600_000,
  final: true,
  postponed_ms: 0,
  startedAt_ms: noon_ms,
  endedAt_ms: noon_ms,
  took_ms: 1,
})
