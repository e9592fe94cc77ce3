import { leadTexts } from '#contract/leads/lead-texts.ts'

/**
 * What happens to each table's rows when a removed company is purged. The only place that knows all areas' tables: any
 * table with data about companies or people is listed here or in `retainedTables`, which a test checks against the catalog.
 */

/** The rows that belong to the company. `$1` is its id, `$2` its agency. */
interface Of {
  /** `agency_id` or `client_id`. */
  column: string
  /** Its people and those of companies below it. */
  people: string
}

export interface Erasure {
  table: string
  sql: (of: Of) => string
  /** One batch at a time, with `$3` where the last one ended; done if no `last` is returned. */
  inParts?: true
}

const partOf_rows = 5_000

const noLeadTexts = Object.values(leadTexts).map(({ column }) => `${column} = null`)
/** Columns of a lead without what they say of a person: its number, price and time stay. */
export const erasedLead = `person_id = null, first_name = '', last_name = '', ${noLeadTexts.join(', ')},
  page_url = '', information = null, company_domain = null, search = null, next_action = '', next_action_date = null, tags = '{}'`

const ofPeople = (table: string, key = 'user_id'): Erasure => ({
  table,
  sql: ({ people }) => `delete from ${table} where ${key} in ${people}`,
})
const ofCompany = (table: string): Erasure => ({
  table,
  sql: ({ column }) => `delete from ${table} where ${column} = $1`,
})
const emptyColumns = (table: string, columns: string): Erasure => ({
  table,
  sql: ({ column }) => `update ${table} set ${columns} where ${column} = $1`,
})
const emptiedInParts = (table: string, columns: string): Erasure => ({
  table,
  inParts: true,
  sql: ({ column }) =>
    `with part as (
       select id from ${table} where agency_id = $2 and ${column} = $1 and id > $3 order by id limit ${partOf_rows}),
     done as (update ${table} set ${columns} from part where ${table}.agency_id = $2 and ${table}.id = part.id)
     select id as last from part order by id desc limit 1`,
})

const credentialsOf = ({ column }: Of): string => `(select id from developer_credential where ${column} = $1)`

/** In this order: access first, referenced rows last. Each step is safe to repeat. */
export const erasures: readonly Erasure[] = [
  ofPeople('view_session'),
  ofPeople('waiting_mail'),
  ofPeople('push_subscription'),
  ofPeople('session'),
  ofPeople('second_factor'),
  ofPeople('recovery_code'),
  ofPeople('factor_code'),
  ofPeople('sign_in_challenge'),
  ofPeople('sign_in_failure'),
  ofPeople('password_reset'),
  ofPeople('email_change'),
  {
    table: 'sso_token',
    sql: (of) => `delete from sso_token where credential_id in ${credentialsOf(of)} or user_id in ${of.people}`,
  },
  { table: 'developer_token', sql: (of) => `delete from developer_token where credential_id in ${credentialsOf(of)}` },
  ofCompany('event_attempt'),
  ofCompany('event_message'),
  ofCompany('event_endpoint'),
  ofCompany('developer_answer'),
  ofCompany('developer_call'),
  ofCompany('developer_usage'),
  ofCompany('developer_credential'),
  {
    table: 'credential',
    sql: ({ people }) =>
      `update credential set email = user_id || '@removed.invalid', password_hash = null where user_id in ${people}`,
  },
  ofCompany('pixel'),
  ofCompany('mail_server'),
  ofCompany('mail_domain'),
  ofCompany('mail_stop'),
  ofCompany('mail_text'),
  ofCompany('stopped_address'),
  ofCompany('alert'),
  ofCompany('alert_rule'),
  ofCompany('custom_domain'),
  ofCompany('embedded_code'),
  ofCompany('keyword_count'),
  ofCompany('enrichment_row'),
  ofCompany('lead_export'),
  ofCompany('saved_view'),
  ofCompany('exclusion'),
  ofCompany('exclusion_change'),
  ofCompany('exclusion_staged'),
  ofCompany('exclusion_purged'),
  ofCompany('banner_version'),
  ofCompany('banner'),
  ofCompany('banner_picture'),
  ofCompany('brand_kit'),
  ofCompany('device_link'),
  ofCompany('search_match'),
  ofCompany('match_doubt'),
  ofCompany('inbox_state'),
  ofCompany('slow_notice'),
  ofCompany('lead_notice'),
  ofCompany('visitor_first'),
  ofCompany('report_link'),
  ofCompany('report_run'),
  ofCompany('report_schedule'),
  ofCompany('company_day'),
  ofCompany('conversion'),
  ofCompany('payment_card'),
  ofCompany('connected_account'),
  ofCompany('quote'),
  ofCompany('questionnaire'),
  ofCompany('referral_code'),
  ofCompany('company_profile'),
  ofCompany('user_profile'),
  emptyColumns(
    'destination',
    `url = null, secret_sealed = null, recipients = '{}', details = '{}', state = '{}', status = 'disabled'`,
  ),
  emptyColumns(
    'connection',
    `credential_sealed = null, account = '', details = '{}', test_state = '{}', status = 'disconnected'`,
  ),
  emptyColumns('enrichment', `name = 'Removed', columns = '{}', fields = null`),
  emptyColumns('lead_return', `detail = '', answer = ''`),
  emptyColumns('gateway_payout', `bank_last4 = ''`),
  emptyColumns(
    'take_back',
    `person_sealed = null, status = case when status = 'waiting' then 'manual' else status end`,
  ),
  emptyColumns(
    'campaign',
    `name = 'Removed', site_url = '', site_hosts = '{}', report_recipients = '{}', marketing_campaign_id = null, answers = '{}', thank_you_url = '',
     marketing_organization_id = null, removed_at = coalesce(removed_at, updated_at)`,
  ),
  emptyColumns('company_count', 'campaigns = 0, active_campaigns = 0'),
  emptyColumns('dispute', `evidence = case when evidence is null then null else '' end`),
  ofCompany('audience_list_entry'),
  ofCompany('audience_list'),
  ofCompany('audience'),
  ofCompany('marketing_campaign'),
  ofCompany('marketing_organization'),
  emptiedInParts(
    'delivery',
    `body = null, record_id = null, status = case when status = 'waiting' then 'dead' else status end`,
  ),
  emptiedInParts('lead_entry', `note = ''`),
  ofCompany('lead_bulk_action'),
  ofCompany('lead_tag'),
  emptiedInParts('lead', erasedLead),
  emptyColumns(
    'app_user',
    `full_name = 'Removed', email = app_user.id || '@removed.invalid', phone_e164 = null, phone_country = null,
     picture_key = null, permissions = '{}', permission_active = false, role_id = null, invited_until = null,
     status = 'disabled'`,
  ),
  ofCompany('role'),
  {
    table: 'company',
    sql: ({ column }) =>
      `update company set company_group_id = null where ${column} = $1 and company_group_id is not null`,
  },
  { table: 'company_group', sql: ({ column }) => `delete from company_group where ${column} = $1 or company_id = $1` },
  { table: 'brand', sql: () => 'delete from brand where company_id = $1' },
  {
    table: 'company',
    sql: ({ column }) =>
      `update company set name = 'Removed', main_name = '', main_email = '', external_organization_id = '', site_url = '',
         referral_code = null, account_requirements = '{}' where ${column} = $1`,
  },
  ofCompany('name_start'),
  ofCompany('tax_detail'),
]

/** Tables that are not erased, and why. The use case puts hosts into quarantine. */
export const retainedTables: Readonly<Record<string, string>> = {
  host: 'Released name by name, so that each is kept for 90 days.',
  released_host: 'How long a name is kept; contains ids.',
  hit: 'Pages, random ids, domains of visitors’ companies, no names; immutable. Dropped with their day after 90 days.',
  visit: 'Pages and random ids, as for hits. Their links to people, that is leads and device links, are erased.',
  activity: 'The log is a chain: entries are kept for their own 24 months, those about money for seven years.',
  activity_anchor: 'Keeps that chain intact; contains numbers and hashes.',
  activity_head: 'The end of that chain; contains ids and a hash.',
  acceptance: 'Proof of what was agreed, by whom and when, and so of what was charged.',
  agreement_terms: 'The operator’s amounts.',
  agency_staff: 'Which of the operator’s staff managed the agency; contains ids, commissions depend on it.',
  ledger_book: 'Money.',
  ledger_account: 'Money.',
  ledger_transfer: 'Money.',
  charge: 'Money.',
  charge_attempt: 'Money; contains the gateway’s ids.',
  lead_credit: 'Money.',
  lead_credit_skipped: 'Money.',
  share_claim: 'Money.',
  share_month: 'Money.',
  share_rule: 'The operator’s numbers.',
  exclusion_rule: 'The operator’s number of days.',
  return_rule: 'The agency’s numbers.',
  billing_day: 'A date.',
  billing_period: 'Money.',
  client_term_change: 'The payment term of its charges.',
  period_fee: 'Money.',
  allocation: 'Money.',
  credit_note_series: 'Numbers.',
  commission: 'Money.',
  commission_change: 'Money.',
  commission_payout: 'Money; contains the gateway’s ids.',
  commission_payout_share: 'Money.',
  gateway_entry: 'Money; contains the gateway’s ids.',
  gateway_gap: 'Money.',
  gateway_payout_entry: 'Money; contains the gateway’s ids.',
  gateway_reading: 'A timestamp; contains the gateway’s ids.',
  commission_rate: 'Rates of past commissions.',
  tax_credit: 'Money.',
  tax_rate: 'The seller’s rates by place.',
  refund: 'Money: a credit note is kept as long as the books.',
  refund_line: 'Money.',
  withheld_share: 'Money.',
  earlier_balance_source: 'Money.',
  dunning_case: 'Money: how an open charge was collected.',
  payment_reminder: 'Money: when a payer was reminded.',
  invoice: 'Money: an invoice names its payer, and is kept as long as the books.',
  invoice_line: 'Money.',
  invoice_series: 'Numbers.',
  prepaid_balance: 'Money.',
  prepaid_lot: 'Money.',
  prepaid_use: 'Money.',
  coupon: 'The operator’s.',
  coupon_use: 'Money.',
  cost_setup: 'Prices of past leads.',
  retail_cost: 'Prices of past leads.',
  retail_bound: 'Amounts and limits.',
  onboarding_setting: 'Amounts.',
  minimum_spend: 'The operator’s amounts.',
  campaign_rules: 'The rules that decided billed leads; contains no people.',
  campaign_delivery_stats: 'Counts.',
  delivery_stats_watermark: 'The operator’s date.',
  lead_count: 'Counts, and the money of leads.',
  lead_day: 'Counts, and the money of leads.',
  lead_source_day: 'Counts.',
  cohort_week: 'Counts.',
  cohort_watermark: 'A date.',
  report_day: 'Counts, and the money of leads.',
  report_day_watermark: 'The operator’s date.',
  visit_count: 'Counts.',
  lead_hold: 'Counts.',
  apart_hold: 'Counts.',
  burst_void: 'Counts, and the money of leads.',
  limit_use: 'Counts.',
  cap_use: 'What leads cost.',
  money_cap: 'Numbers.',
  spend_notice: 'What leads cost.',
  resolve_watermark: 'The position up to which hits were read.',
  agency_signal_watermark: 'The position up to which signals were matched.',
  delivery_attempt: 'When something was sent and the outcome; contains ids.',
  identity_import: 'The operator’s.',
  root_exclusion: 'The operator’s; contains hashes.',
  privacy_report: 'Counts, chained by hash; names nobody.',
  privacy_request: 'Proof of requests that the law demands for 24 months; names no person concerned, only agents.',
}
