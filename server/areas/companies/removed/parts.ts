import type { RemovedPart } from '#contract/companies/removed.ts'

/** How one part of a company's data is read: in steps, each starting where the last one ended. */
export interface Part {
  /** By the names used in the file. */
  columns: string
  /** The table with the rows has the alias `t`. */
  tables: string
  /** By id alone if no index includes the time; otherwise newest first. */
  order: 'id' | 'newest'
  more?: string
}

const names = `join company client on client.id = t.client_id`

/** Every part but the log, which its own area exports. Prices and booked money in 1/10,000 dollar, charges in cents. */
export const parts: Readonly<Record<Exclude<RemovedPart, 'log'>, Part>> = {
  clients: {
    columns: 't.name, t.created_at, t.main_name as person, t.main_email as email, t.time_zone',
    tables: 'company t',
    order: 'newest',
    more: `and t.kind = 'client'`,
  },
  people: {
    columns: `company.name as company, t.kind, t.full_name as name, t.email, t.phone_e164 as phone, t.created_at`,
    tables: 'app_user t join company on company.id = t.company_id',
    order: 'id',
    more: 'and t.removed_at is null',
  },
  campaigns: {
    columns: `client.name as client, t.name, t.module, t.status, t.site_url, t.start_date::text as start_date,
      t.end_date::text as end_date, t.limit_leads, t.limit_period, t.created_at`,
    tables: `campaign t ${names}`,
    order: 'id',
    more: 'and t.removed_at is null',
  },
  leads: {
    columns: `t.created_at, t.kind, client.name as client, campaign.name as campaign, t.first_name, t.last_name, t.email,
      t.phone_e164 as phone, t.street, t.city, t.state, t.zip, t.page_url, t.retail_price_e4, t.wholesale_price_e4`,
    tables: `lead t ${names} join campaign on campaign.agency_id = t.agency_id and campaign.id = t.campaign_id`,
    order: 'newest',
  },
  charges: {
    columns: 't.created_at, t.kind, t.status, t.full_cents, t.discount_cents, t.amount_cents',
    tables: 'charge t',
    order: 'newest',
  },
  transfers: {
    columns:
      't.created_at, t.kind, client.name as client, t.amount_e4, t.reference_kind, t.reference_id::text as reference_id',
    tables: 'ledger_transfer t left join company client on client.id = t.client_id',
    order: 'id',
  },
}
