/** SQL columns of a `Visit`. The name comes from the lead that the visit became or belongs to. */
const visitColumns = `
  visit.id, visit.at, visit.client_id as "clientId", visit.campaign_id as "campaignId", campaign.name as "campaignName",
  visit.kind, visit.page_url as "pageUrl", visit.title, visit.referrer_host as "referrerHost",
  visit.match_key as "matchKey",
  visit.confidence, visit.search, visit.reason, visit.cap_of as "capOf", visit.lead_id as "leadId",
  case when lead.id is not null then concat_ws(' ', lead.first_name, lead.last_name) end as "personName"`

/** $1 is the agency, as in leads. */
const visitJoins = `
  left join campaign on campaign.agency_id = $1 and campaign.id = visit.campaign_id
  left join lead on lead.agency_id = $1 and lead.id = visit.lead_id`

/** The newest visits that match the conditions, limited before anything is joined, as for leads. */
export const selectVisits = (conditions: readonly string[], limit: number): string => `
  select ${visitColumns} from (
    select * from visit where ${conditions.join(' and ')} order by visit.id desc limit ${limit}) visit
   ${visitJoins} order by visit.id desc`

/** SQL for the agency's campaigns of a module; $1 is the agency. */
export const campaignsOfModule = (module: string): string =>
  `(select c.id from campaign c where c.agency_id = $1 and c.module = ${module})`
