import { expect, test } from 'vitest'
import { listInvoices, readBilling } from '#contract/billing/invoices.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { sellLeads } from '#server/test/payments.ts'

// The billing page shows when a period ends, which has to be the day on which it is closed.

/** Sunday evening in Chicago, Monday in Auckland. */
const clock = createStillClock(Date.UTC(2026, 10, 22, 20))
const { db, http, tree } = await openTree({ clock, limiter: noLimits })

test('a client sees the end of the period in its agency’s time zone, in which it is closed', async () => {
  const client = tree.acme.clients[0]!
  const campaign = await makeCampaign(db, client)
  await sellLeads(db, tree.acme, { client, campaign, at_ms: clock.now() - 1_000, count: 4 })
  await db.adminPool.query('update company set time_zone = $2 where id = $1', [tree.acme.id, 'Pacific/Auckland'])
  const params = { companyID: client.id }
  for (const user of [client.user, tree.acme.owner])
    expect((await http.as(user).call(readBilling, { params })).body.data).toMatchObject({
      term: 'Weekly',
      next_charge_on: '2026-11-30',
    })
  // Monday in Auckland is Sunday in Chicago: the period is closed when the page said.
  clock.advance(6 * 86_400_000 + 16 * 3_600_000)
  http.forget()
  await closePeriodsJob.run(http.platform, {})
  const { body } = await http.as(client.user).call(listInvoices, { params })
  expect(body.data[0]).toMatchObject({ ends_on: '2026-11-30', total: 6 })
})
