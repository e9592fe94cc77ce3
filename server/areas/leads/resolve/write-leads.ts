import { dateOf } from '#server/platform/clock.ts'
import { binaryTexts, binaryUuids } from '#server/platform/database/binary-arrays.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { FoundPerson } from '#server/areas/identity/find-persons.ts'
import type { Campaign, Candidate, Decision, LeadInformation } from './batch.ts'
import { hitsOfRange, rangeValues, type HitRange } from './read-events.ts'

/** A decision with reason `lead`, for which campaign, match and lead id exist. */
export interface LeadDecision extends Decision {
  candidate: Candidate & { campaign: Campaign; match: NonNullable<Candidate['match']> }
  leadId: string
}

export const isLead = (decision: Decision): decision is LeadDecision => decision.reason === 'lead'

/**
 * Writes the leads with a snapshot of the person and the prices. The page URL is copied from the hit inside the database, so
 * that it isn't sent twice.
 */
export async function writeLeads(
  tx: Tx,
  book: Book,
  now_ms: number,
  range: HitRange,
  leads: readonly LeadDecision[],
  information: ReadonlyMap<string, LeadInformation>,
): Promise<void> {
  const campaigns = [...new Map(leads.map(({ candidate }) => [candidate.campaign.id, candidate.campaign])).values()]
  await tx.query(
    `insert into lead (agency_id, id, root_id, client_id, campaign_id, kind, visit_id, person_id, created_at, match_key,
            confidence, first_name, last_name, email, phone_e164, street, city, state, zip, page_url,
            wholesale_price_e4, retail_price_e4, rules_id, limit_used, search, information, company_domain, suspicion, consent)
     select h.agency_id, l.id, $2, h.client_id, h.campaign_id, 'lead', h.id, l.person_id, $3, l.match_key,
            l.confidence, l.first_name, l.last_name, l.email, l.phone, l.street, l.city, l.state, l.zip, h.page_url,
            c.wholesale_price_e4, c.retail_price_e4, c.rules_id, l.limit_used, h.search, l.information, l.company, l.suspicion, h.consent
       from unnest($4::uuid[], $5::uuid[], $6::bigint[], $7::text[], $8::real[], $9::text[], $10::text[], $11::text[],
              $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::int[], $18::jsonb[], $19::text[],
              $20::smallint[])
            as l (id, visit_id, person_id, match_key, confidence, first_name, last_name, email, phone, street, city,
                  state, zip, limit_used, information, company, suspicion)
       join hit h on h.id = l.visit_id and ${hitsOfRange(25)}
       join unnest($21::uuid[], $22::bigint[], $23::bigint[], $24::uuid[])
            as c (id, wholesale_price_e4, retail_price_e4, rules_id)
         on c.id = h.campaign_id`,
    [
      book.agencyId,
      book.rootId,
      dateOf(now_ms),
      ...leadColumns(leads, information),
      ...priceColumns(campaigns),
      ...rangeValues(range),
    ],
  )
}

function leadColumns(leads: readonly LeadDecision[], information: ReadonlyMap<string, LeadInformation>): unknown[] {
  const ofPerson = (read: (person: FoundPerson) => string | null): Buffer =>
    binaryTexts(leads.map(({ candidate }) => read(candidate.match.person)))
  return [
    binaryUuids(leads.map((lead) => lead.leadId)),
    binaryUuids(leads.map(({ candidate }) => candidate.event.id)),
    plainArray(leads.map(({ candidate }) => candidate.match.person.id)),
    plainArray(leads.map(({ candidate }) => candidate.match.key)),
    plainArray(leads.map(({ candidate }) => candidate.match.confidence)),
    ofPerson((person) => person.firstName),
    ofPerson((person) => person.lastName),
    ofPerson((person) => person.email),
    ofPerson((person) => person.phone),
    ofPerson((person) => person.street),
    ofPerson((person) => person.city),
    ofPerson((person) => person.state),
    ofPerson((person) => person.zip),
    plainArray(leads.map((lead) => lead.limitUsed)),
    leads.map(({ leadId }) => (information.has(leadId) ? JSON.stringify(information.get(leadId)) : null)),
    binaryTexts(leads.map(({ candidate }) => candidate.company)),
    plainArray(leads.map(({ candidate }) => candidate.suspicion)),
  ]
}

function priceColumns(campaigns: readonly Campaign[]): string[] {
  return [
    plainArray(campaigns.map((campaign) => campaign.id)),
    plainArray(campaigns.map((campaign) => campaign.wholesalePrice_e4)),
    plainArray(campaigns.map((campaign) => campaign.retailPrice_e4)),
    plainArray(campaigns.map((campaign) => campaign.rulesId)),
  ]
}

/** Writes the usage of each limit, whose rows were locked when read. */
export async function writeLimitUses(tx: Tx, book: Book, leads: readonly LeadDecision[]): Promise<void> {
  // A campaign's last lead in the batch has the highest count of the period.
  const last = new Map(
    leads.filter((lead) => lead.limitUsed !== null).map((lead) => [lead.candidate.campaign.id, lead] as const),
  )
  if (last.size === 0) return
  const uses = [...last.values()]
  await tx.query(
    `update limit_use u set used = fresh.used
       from unnest($2::uuid[], $3::text[], $4::date[], $5::int[]) as fresh (campaign_id, period, period_start, used)
      where u.agency_id = $1 and u.campaign_id = fresh.campaign_id and u.period = fresh.period
        and u.period_start = fresh.period_start`,
    [
      book.agencyId,
      uses.map(({ candidate }) => candidate.campaign.id),
      uses.map(({ candidate }) => candidate.campaign.limitPeriod),
      uses.map(({ candidate }) => candidate.campaign.limitPeriodStart),
      uses.map((lead) => lead.limitUsed),
    ],
  )
}
