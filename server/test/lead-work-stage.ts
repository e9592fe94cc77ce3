import { beforeEach } from 'vitest'
import { getLead, listLeads } from '#contract/leads/leads.ts'
import { listLeadEntries } from '#contract/leads/lead-work.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { makeCampaign, type TestUser } from './factories.ts'
import { insertLeads, type TestLead } from './lead-rows.ts'
import { openWorld } from './world.ts'

/** A client and its agency with three new leads of a new campaign for each test, newest first, and how they are read. */
export async function openLeadWork() {
  const clock = createStillClock(Date.UTC(2026, 10, 20, 18))
  const { db, http, tree, mailbox } = await openWorld({ clock })
  const { acme } = tree
  const client = acme.clients[0]!
  const leads: TestLead[] = []
  beforeEach(async () => {
    clock.advance(60_000)
    // Sessions expire while the clock goes on from test to test.
    http.forget()
    const campaign = await makeCampaign(db, client)
    const parts = [1, 2, 3].map((n) => ({ client, campaign, at_ms: clock.now() - n * 1_000 }))
    leads.splice(0, leads.length, ...(await insertLeads(db, acme, parts)))
  })
  const paramsOf = (lead = leads[0]!) => ({ id: lead.id })
  return {
    clock,
    db,
    http,
    tree,
    mailbox,
    client,
    leads,
    paramsOf,
    readLead: async (user: TestUser = client.user, lead = leads[0]!) =>
      (await http.as(user).call(getLead, { params: paramsOf(lead) })).body.data,
    entriesOf: async (user: TestUser = client.user, lead = leads[0]!) =>
      (await http.as(user).call(listLeadEntries, { params: paramsOf(lead) })).body.data,
    /** The ids of the campaign's leads that a filter of the list shows. */
    listIds: async (query: Record<string, string>, user: TestUser = client.user) =>
      (
        await http
          .as(user)
          .call(listLeads, { params: { companyID: client.id }, query: { campaign: leads[0]!.campaign.id, ...query } })
      ).body.data.map(({ id }) => id),
    nameOf: async ({ id }: TestUser): Promise<string> =>
      (await db.adminPool.query<{ full_name: string }>('select full_name from app_user where id = $1', [id])).rows[0]!
        .full_name,
  }
}
