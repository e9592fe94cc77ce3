import { companyWindowOf } from '#server/areas/campaigns/modules/registry.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { Campaign, Candidate } from './batch.ts'
import type { EarlierCompanyLead } from './facts.ts'
import { windowEnd } from './reidentification.ts'

/**
 * For campaigns with a company window: the latest lead of each candidate's company, in the campaign or in any of the client's
 * campaigns if the campaign counts across them.
 */
export async function readCompanyLeads(
  tx: Tx,
  book: Book,
  candidates: readonly Candidate[],
): Promise<EarlierCompanyLead[]> {
  const companies = new Set(candidates.flatMap(({ company }) => company ?? []))
  if (companies.size === 0) return []
  const campaigns = [...new Set(candidates.flatMap(({ campaign, company }) => (company && campaign ? campaign : [])))]
  const windows = campaigns.map((campaign) => ({ campaign, window: windowOf(campaign) }))
  const { rows } = await tx.query<EarlierCompanyLead>(
    `select distinct on (c.id, l.company_domain) c.id as "campaignId", l.company_domain as company,
            (extract(epoch from ${windowEnd('l.created_at', 'c')}) * 1000)::float8 as "windowEndsAt_ms"
       from lead l
       join unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::boolean[])
            as c (id, client_id, time_zone, reidentification, across)
         on c.client_id = l.client_id and (c.across or c.id = l.campaign_id)
      where l.agency_id = $1 and l.client_id = any($2::uuid[]) and l.company_domain = any($3::text[]) and l.kind = 'lead'
      order by c.id, l.company_domain, l.created_at desc`,
    [
      book.agencyId,
      [...new Set(windows.map(({ campaign }) => campaign.clientId))],
      [...companies],
      windows.map(({ campaign }) => campaign.id),
      windows.map(({ campaign }) => campaign.clientId),
      windows.map(({ campaign }) => campaign.timeZone),
      windows.map(({ window }) => window),
      windows.map(({ campaign }) => campaign.reidentificationAcrossClient),
    ],
  )
  return rows
}

/** If every person of a company may become a lead, suggested contacts are limited to one a day: visitors view many pages. */
function windowOf({ module, moduleSettings }: Campaign): string {
  const window = companyWindowOf(module, moduleSettings)
  return window === null || window === 'none' ? '1 day' : window
}
