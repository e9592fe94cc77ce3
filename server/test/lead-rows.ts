import type { Reason } from '#contract/leads/reasons.ts'
import { updateLeadCounts, type LeadTally } from '../areas/leads/update-lead-counts.ts'
import { updateLeadDays } from '../areas/leads/update-lead-days.ts'
import { ensureDayPartitions } from '../platform/database/partitions.ts'
import { inScope } from '../platform/database/scope.ts'
import type { Tx } from '../platform/database/tx.ts'
import { newId } from '../platform/ids.ts'
import type { TestAgency, TestCampaign, TestClient } from './factories.ts'
import type { TestDatabase } from './harness.ts'

/** A lead as a test describes it, with defaults for the rest. */
export interface LeadParts {
  client: TestClient
  campaign: TestCampaign
  at_ms: number
  kind?: 'lead' | 'test'
  firstName?: string
  lastName?: string
  email?: string | null
  phone?: string | null
  pageUrl?: string
  personId?: number
  visitId?: string
  prices?: { retail_e4: number; wholesale_e4: number }
}

export interface TestLead extends Required<LeadParts> {
  id: string
}

const day_ms = 86_400_000
const prices = { retail_e4: 15_000, wholesale_e4: 5_000 }

/** Inserts leads of one agency as the pipeline would, with stored counts, in its scope. */
export async function insertLeads(
  db: TestDatabase,
  agency: TestAgency,
  parts: readonly LeadParts[],
): Promise<TestLead[]> {
  const { rootId } = agency.owner
  const leads = parts.map((part, n): TestLead => ({
    id: newId(part.at_ms),
    kind: 'lead',
    firstName: 'Ann',
    lastName: 'Smith',
    email: `person${n}@example.com`,
    phone: '+12125550100',
    pageUrl: 'https://site.localhost/',
    personId: n + 1,
    visitId: newId(part.at_ms),
    prices,
    ...part,
  }))
  const scope = { kind: 'agency', rootId, agencyId: agency.id } as const
  await inScope(db.appPool, scope, async (tx) => {
    await tx.query(
      `insert into lead (agency_id, root_id, id, client_id, campaign_id, kind, created_at, first_name, last_name, email,
         phone_e164, page_url, person_id, visit_id, match_key, confidence, street, city, state, zip,
         retail_price_e4, wholesale_price_e4)
       select $1, $2, id, client_id, campaign_id, kind, created_at, first_name, last_name, email, phone, page_url, person_id,
           visit_id, 'md5', 0.98, '1 Main St', 'Miami', 'FL', '33101', retail_e4, wholesale_e4
         from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::timestamptz[], $8::text[], $9::text[], $10::text[],
           $11::text[], $12::text[], $13::bigint[], $14::uuid[], $15::bigint[], $16::bigint[])
           as row (id, client_id, campaign_id, kind, created_at, first_name, last_name, email, phone, page_url, person_id,
             visit_id, retail_e4, wholesale_e4)
       returning 1`,
      [
        agency.id,
        rootId,
        leads.map((lead) => lead.id),
        leads.map((lead) => lead.client.id),
        leads.map((lead) => lead.campaign.id),
        leads.map((lead) => lead.kind),
        leads.map((lead) => new Date(lead.at_ms)),
        leads.map((lead) => lead.firstName),
        leads.map((lead) => lead.lastName),
        leads.map((lead) => lead.email),
        leads.map((lead) => lead.phone),
        leads.map((lead) => lead.pageUrl),
        leads.map((lead) => lead.personId),
        leads.map((lead) => lead.visitId),
        leads.map((lead) => lead.prices.retail_e4),
        leads.map((lead) => lead.prices.wholesale_e4),
      ],
    )
    const book = { rootId, agencyId: agency.id }
    await updateLeadCounts(tx, book, leads.map(tallyOf))
    const countedLeads = leads.filter(({ kind }) => kind === 'lead')
    await updateLeadDays(
      tx,
      book,
      countedLeads.map((lead) => ({ ...tallyOf(lead), module: lead.campaign.module ?? 'local', state: 'FL' })),
    )
  })
  return leads
}

const tallyOf = (lead: TestLead): LeadTally => ({
  clientId: lead.client.id,
  campaignId: lead.campaign.id,
  at_ms: lead.at_ms,
  leads: lead.kind === 'lead' ? 1 : 0,
  tests: lead.kind === 'test' ? 1 : 0,
  wholesale_e4: lead.kind === 'lead' ? lead.prices.wholesale_e4 : 0,
  retail_e4: lead.kind === 'lead' ? lead.prices.retail_e4 : 0,
})

/** A visit as a test describes it. */
export interface VisitParts {
  client: TestClient
  campaign: TestCampaign
  at_ms: number
  reason: Reason
  personId?: number | null
  leadId?: string | null
  title?: string
  pageUrl?: string
  /** The browser's first-party id. */
  visitorId?: string | null
}

export interface TestVisit extends Required<VisitParts> {
  id: string
}

/** Inserts resolved visits of one agency with counts, in its scope. Creates the days' partitions. */
export async function insertVisits(
  db: TestDatabase,
  agency: TestAgency,
  parts: readonly VisitParts[],
): Promise<TestVisit[]> {
  const { rootId } = agency.owner
  const visits = parts.map((part): TestVisit => ({
    id: newId(part.at_ms),
    personId: null,
    leadId: null,
    title: 'Pricing',
    pageUrl: 'https://site.localhost/pricing',
    visitorId: null,
    ...part,
  }))
  for (const day of new Set(visits.map(({ at_ms }) => Math.floor(at_ms / day_ms))))
    await ensureDayPartitions(db.ownerPool, 'visit', day * day_ms, { daysBack: 0, daysAhead: 0 })
  await inScope(db.appPool, { kind: 'agency', rootId, agencyId: agency.id }, async (tx) => {
    for (const visit of visits) {
      await tx.query(
        `insert into visit (agency_id, id, root_id, client_id, campaign_id, at, kind, page_url, title, person_id, match_key,
           confidence, reason, lead_id, visitor_id)
         values ($1, $2, $3, $4, $5, $6, 'page', $12, $7, $8, 'md5', 0.98, $9, $10, $11)`,
        [
          agency.id,
          visit.id,
          rootId,
          visit.client.id,
          visit.campaign.id,
          new Date(visit.at_ms),
          visit.title,
          visit.personId,
          visit.reason,
          visit.leadId,
          visit.visitorId,
          visit.pageUrl,
        ],
      )
      await countVisit(tx, agency, visit)
    }
  })
  return visits
}

/** Counts a hit that is not stored otherwise, as with privacy signals. */
export const countVisit = (tx: Pick<Tx, 'query'>, agency: TestAgency, visit: VisitParts): Promise<unknown> =>
  tx.query(
    `insert into visit_count (agency_id, root_id, client_id, campaign_id, hour, reason, count)
     values ($1, $2, $3, $4, date_trunc('hour', $5::timestamptz), $6, 1)
     on conflict (agency_id, client_id, campaign_id, hour, reason) do update set count = visit_count.count + 1`,
    [agency.id, agency.owner.rootId, visit.client.id, visit.campaign.id, new Date(visit.at_ms), visit.reason],
  )
