import { describe, expect, it } from 'vitest'
import { inScope } from '#server/platform/database/scope.ts'
import { makeCampaignPath, makeDestination, makeLeads, noon_ms } from '#server/test/deliveries-world.ts'
import { openTestDatabase } from '#server/test/harness.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import { saveReportRecipients } from '#server/areas/integrations/connections/save-report-recipients.ts'
import type { CampaignPath, LeadToDeliver } from '#server/areas/integrations/deliveries/book.ts'

const db = await openTestDatabase()

const asAgency = (path: CampaignPath) => ({ kind: 'agency', rootId: path.rootId, agencyId: path.agencyId }) as const

const queue = (path: CampaignPath, leads: LeadToDeliver[]): Promise<number> =>
  inScope(db.appPool, asAgency(path), (tx) => queueDeliveries(tx, path, noon_ms, leads))

const saveRecipients = (path: CampaignPath, recipients: string[]): Promise<void> =>
  inScope(db.appPool, asAgency(path), (tx) => saveReportRecipients(tx, path, noon_ms, recipients))

const readDeliveries = async (path: CampaignPath) =>
  (
    await db.adminPool.query<{ id: string; lead_id: string; status: string; kind: string; last_error_code: string }>(
      `select delivery.id, lead_id, delivery.status, kind, delivery.last_error_code
       from delivery join destination on destination.agency_id = delivery.agency_id and destination.id = destination_id
       where delivery.agency_id = $1 order by lead_id, kind`,
      [path.agencyId],
    )
  ).rows

describe('queueing deliveries', () => {
  it('writes one for each destination of each lead and returns how many', async () => {
    const path = await makeCampaignPath(db.adminPool)
    await saveRecipients(path, ['reports@plumbright.test'])
    await makeDestination(db.adminPool, path, 'https://hooks.test/a')
    const leads = (await makeLeads(db.adminPool, path, 3)).map((leadId) => ({ leadId, ...path }))
    expect(await queue(path, leads)).toBe(6)
    const deliveries = await readDeliveries(path)
    expect(deliveries.map(({ kind, status }) => `${kind} ${status}`)).toEqual(
      Array.from({ length: 3 }, () => ['email waiting', 'webhook waiting']).flat(),
    )
  })

  it('writes no duplicates when repeated', async () => {
    const path = await makeCampaignPath(db.adminPool)
    await makeDestination(db.adminPool, path, 'https://hooks.test/a')
    const leads = (await makeLeads(db.adminPool, path, 2)).map((leadId) => ({ leadId, ...path }))
    expect(await queue(path, leads)).toBe(2)
    const before = await readDeliveries(path)
    expect(await queue(path, leads)).toBe(0)
    expect(await readDeliveries(path)).toEqual(before)
  })

  it('creates ids that sort by the age of the lead', async () => {
    const path = await makeCampaignPath(db.adminPool)
    await makeDestination(db.adminPool, path, 'https://hooks.test/a')
    const [older] = await makeLeads(db.adminPool, path, 1, noon_ms - 1000)
    const [newer] = await makeLeads(db.adminPool, path, 1, noon_ms)
    await queue(path, [
      { leadId: newer!, ...path },
      { leadId: older!, ...path },
    ])
    const byId = (await readDeliveries(path)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(byId.map(({ lead_id }) => lead_id)).toEqual([older, newer])
    for (const { id } of byId) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('keeps deliveries to a disabled destination as dead letters', async () => {
    const path = await makeCampaignPath(db.adminPool)
    await makeDestination(db.adminPool, path, 'https://hooks.test/a', 'disabled')
    const leads = (await makeLeads(db.adminPool, path, 1)).map((leadId) => ({ leadId, ...path }))
    expect(await queue(path, leads)).toBe(0)
    expect(await readDeliveries(path)).toMatchObject([{ status: 'dead', last_error_code: 'destination_disabled' }])
  })

  it('handles more clients than one signal can name', async () => {
    const path = await makeCampaignPath(db.adminPool)
    await makeDestination(db.adminPool, path, 'https://hooks.test/a')
    const ids = await makeLeads(db.adminPool, path, 400)
    // Only the signal uses client ids, so made-up ones are fine here.
    expect(
      await queue(
        path,
        ids.map((leadId) => ({ leadId, campaignId: path.campaignId, clientId: leadId })),
      ),
    ).toBe(400)
  })

  it('writes nothing outside the scope', async () => {
    const mine = await makeCampaignPath(db.adminPool)
    const theirs = await makeCampaignPath(db.adminPool, 'Brightside')
    await makeDestination(db.adminPool, theirs, 'https://hooks.test/a')
    const leads = (await makeLeads(db.adminPool, theirs, 1)).map((leadId) => ({ leadId, ...theirs }))
    const count = await inScope(db.appPool, asAgency(mine), (tx) => queueDeliveries(tx, theirs, noon_ms, leads))
    expect(count).toBe(0)
    expect(await readDeliveries(theirs)).toEqual([])
  })
})

describe("saving a campaign's report recipients", () => {
  const readDestinations = async (path: CampaignPath) =>
    (
      await db.adminPool.query<{ recipients: string[]; removed_at: Date | null }>(
        `select recipients, removed_at from destination where agency_id = $1 and kind = 'email'`,
        [path.agencyId],
      )
    ).rows

  it('keeps a single destination, whatever is saved', async () => {
    const path = await makeCampaignPath(db.adminPool)
    await saveRecipients(path, [])
    expect(await readDestinations(path)).toEqual([])
    await saveRecipients(path, ['a@plumbright.test'])
    await saveRecipients(path, ['a@plumbright.test', 'b@plumbright.test'])
    expect(await readDestinations(path)).toEqual([
      { recipients: ['a@plumbright.test', 'b@plumbright.test'], removed_at: null },
    ])
    await saveRecipients(path, [])
    expect(await readDestinations(path)).toMatchObject([{ recipients: [], removed_at: expect.any(Date) }])
    await saveRecipients(path, ['c@plumbright.test'])
    expect(await readDestinations(path)).toEqual([{ recipients: ['c@plumbright.test'], removed_at: null }])
  })

  it('cancels waiting deliveries when no recipients are left', async () => {
    const path = await makeCampaignPath(db.adminPool)
    await saveRecipients(path, ['a@plumbright.test'])
    const leads = (await makeLeads(db.adminPool, path, 1)).map((leadId) => ({ leadId, ...path }))
    await queue(path, leads)
    await saveRecipients(path, [])
    expect(await readDeliveries(path)).toMatchObject([{ status: 'dead', last_error_code: 'destination_removed' }])
  })
})
