import { removedLife_ms } from '#contract/companies/users.ts'
import { requestRetention_days as callRetention_days, usageRetention_days } from '#contract/developers/requests.ts'
import { requestRetention_days } from '#contract/privacy/choices.ts'
import { appealFor_days } from '#contract/privacy/state-laws.ts'
import { undoFor_ms } from '#contract/exclusions/lists.ts'
import { retention_days } from '#contract/enrichment/enrichments.ts'
import { surgeDays, weeksBefore } from '#contract/leads/surges.ts'
import { retention_days as exportRetention_days } from '#contract/leads/exports.ts'
import { removeEnrichmentRows } from '#server/areas/enrichment/remove-rows.ts'
import { dropOldSignals } from '#server/areas/identity/signals/signal-days.ts'
import { removeImportFiles } from '#server/areas/identity/import/remove-import-files.ts'
import { longestLink_ms } from '#server/areas/leads/resolve/match-events.ts'
import { removeLeadExports } from '#server/areas/leads/exports/remove-exports.ts'
import { removeReplacedPictures } from '#server/areas/people/profile/remove-replaced-pictures.ts'
import { dateOf } from '#server/platform/clock.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { eraseEndedLeads } from './erase-ended-leads.ts'
import { eraseRemovedMembers } from './erase-removed-members.ts'

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms

/** Rows that one statement deletes: a long backlog is processed in small transactions. */
export const batchSize = 5_000

/** How long something is kept, and what happens to it then. */
export interface Retention {
  /** The name in docs/domain/retention.md. */
  what: string
  retention_ms: number
  /** Sign-ins, counters and logs use the machine's time, which the demo's clock does not affect. */
  time: 'machine' | 'demo'
  /** For tenants' rows, the statement runs for each root in its scope, with its id as `$2`. */
  ofRoot?: true
  /** The same per agency: for rows whose age can only be checked within an agency. */
  ofAgency?: true
  /** Deletes at most `batchSize` rows from before `$1`; repeated while it deletes that many. */
  sql?: string
  /** Computes `$1` if it is not an instant. */
  before?: (before_ms: number) => unknown
  /** Runs instead of a statement. */
  run?: (platform: Platform, before_ms: number) => Promise<void>
  /** Runs as the tables' owner. */
  asOwner?: true
}

const some = (table: string, condition: string): string =>
  `${table} where ctid = any (array(select ctid from ${table} where ${condition} limit ${batchSize}))`

/** For a table that is sharded on a cluster, where rows are found by key: a ctid is only valid on its own node. */
const someOf = (table: string, key: string, condition: string): string => {
  const columns = ['agency_id', ...key.split(' ')]
  return `delete from ${table} gone using (select ${columns.join(', ')} from ${table} where ${condition} limit ${batchSize}) old
          where ${columns.map((column) => `gone.${column} = old.${column}`).join(' and ')}`
}

const remover = (what: string, retention_ms: number, table: string, column: string): Retention => ({
  what,
  retention_ms,
  time: 'machine',
  sql: `delete from ${some(table, `${column} < $1`)}`,
})

/**
 * Everything that is deleted at the end of its retention (SEC-10), one entry each. Hits and visits go with the
 * partition of their day, delivery bodies and the log in jobs of their own areas, removed companies in the purge.
 */
export const retentions: readonly Retention[] = [
  remover('Rate limit windows', 2 * day_ms, 'rate_window', 'window_start'),
  remover('Calls that ran, and double clicks', day_ms, 'running_call', 'held_until'),
  remover('Opened sealed bodies', hour_ms, 'opened_seal', 'opened_at'),
  remover('Download tickets', hour_ms, 'download_ticket', 'expires_at'),
  // Kept for a week, so that people can be told why a link does not work.
  remover('Password resets', 7 * day_ms, 'password_reset', 'created_at'),
  remover('Email address changes', 7 * day_ms, 'email_change', 'expires_at'),
  remover('Unfinished sign-ins', 7 * day_ms, 'sign_in_challenge', 'created_at'),
  remover('Emailed codes', 7 * day_ms, 'factor_code', 'expires_at'),
  {
    // Failures count for twelve hours; those that are not logged yet stay.
    what: 'Failed password counts',
    retention_ms: day_ms / 2,
    time: 'machine',
    sql: `delete from ${some('sign_in_failure', 'refused_since is null and failed_at < $1')}`,
  },
  // Nobody may keep what was typed and never confirmed.
  remover('Unconfirmed registrations', 0, 'registration', 'expires_at'),
  { ...remover('Days of retention', requestRetention_days * day_ms, 'retention_day', 'day'), time: 'demo' },
  remover('Solved captchas', hour_ms, 'spent_captcha', 'spent_at'),
  {
    // An accepted quote is evidence of what its charge was agreed on.
    what: 'Unaccepted quotes',
    retention_ms: 7 * day_ms,
    time: 'machine',
    ofRoot: true,
    sql: `delete from ${some('quote', 'root_id = $2 and accepted_at is null and expires_at < $1')}`,
  },
  // Gateways resend for three days, and manually for thirty.
  remover('Payment gateway events', 30 * day_ms, 'gateway_event', 'received_at'),
  remover('Sign-in counts', day_ms, 'sign_in_tally', 'window_start'),
  remover('Developer tokens', hour_ms, 'developer_token', 'expires_at'),
  {
    what: 'Developer API responses by idempotency key',
    retention_ms: day_ms,
    time: 'machine',
    ofRoot: true,
    sql: someOf('developer_answer', 'key_hash', 'root_id = $2 and created_at < $1'),
  },
  {
    what: 'Changes of many leads',
    retention_ms: hour_ms,
    time: 'demo',
    ofRoot: true,
    sql: someOf('lead_bulk_action', 'id', 'root_id = $2 and at < $1'),
  },
  {
    what: 'Developer API calls',
    retention_ms: callRetention_days * day_ms,
    time: 'demo',
    ofRoot: true,
    sql: someOf('developer_call', 'id', 'root_id = $2 and created_at < $1'),
  },
  {
    what: 'Developer API call counts',
    retention_ms: usageRetention_days * day_ms,
    time: 'demo',
    ofRoot: true,
    sql: someOf('developer_usage', 'date operation status', 'root_id = $2 and date < $1'),
  },
  remover('Single sign-on tokens', day_ms, 'sso_token', 'expires_at'),
  {
    // A successor is returned again for 20 seconds; after that it is useless.
    what: 'Sealed successors of refresh tokens',
    retention_ms: 60_000,
    time: 'machine',
    sql: `update session set successor_sealed = null where ctid = any (array(
            select ctid from session where successor_sealed is not null and previous_used_at < $1 limit ${batchSize}))`,
  },
  {
    what: 'Sessions',
    retention_ms: 90 * day_ms,
    time: 'machine',
    sql: `delete from ${some('session', 'ends_at < $1 or revoked_at < $1')}`,
  },
  {
    // Truncated to the network: the rest shows the approximate location, but not the connection.
    what: 'IP addresses of sessions',
    retention_ms: 30 * day_ms,
    time: 'machine',
    sql: `update session set address = case
              when address ~ '^[0-9]{1,3}([.][0-9]{1,3}){3}$' then text(network(set_masklen(address::inet, 24)))
              when address ~ '^[0-9a-f:]+$' then text(network(set_masklen(address::inet, 48)))
              end
           where ctid = any (array(
            select ctid from session where created_at < $1 and strpos(address, '/') = 0 limit ${batchSize}))`,
  },
  {
    // The application can only append to the log of attempts.
    what: 'Failed deliveries, with their attempts',
    retention_ms: 90 * day_ms,
    time: 'demo',
    ofAgency: true,
    asOwner: true,
    before: lowestUuidAt,
    sql: `with old as (
            select id from delivery where agency_id = $2 and status = 'dead' and id < $1 order by id limit ${batchSize}),
          tries as (
            delete from delivery_attempt using old
             where delivery_attempt.agency_id = $2 and delivery_attempt.delivery_id = old.id)
          delete from delivery using old where delivery.agency_id = $2 and delivery.id = old.id`,
  },
  {
    what: 'Failed jobs',
    retention_ms: 90 * day_ms,
    time: 'machine',
    asOwner: true,
    sql: `delete from graphile_worker._private_jobs where id = any (array(
            select id from graphile_worker._private_jobs
             where attempts >= max_attempts and locked_at is null and updated_at < $1 limit ${batchSize}))`,
  },
  {
    what: 'Purged exclusion lists',
    retention_ms: undoFor_ms,
    time: 'demo',
    ofRoot: true,
    sql: someOf('exclusion_purged', 'purge_id hash', 'root_id = $2 and purged_at < $1'),
  },
  { what: 'Searches and pages read', retention_ms: 30 * day_ms, time: 'demo', run: dropOldSignals },
  {
    what: 'People whose searches matched a campaign',
    retention_ms: 30 * day_ms,
    time: 'demo',
    ofAgency: true,
    sql: `delete from search_match gone using (
            select campaign_id, person_id from search_match where agency_id = $2 and last_at < $1 limit ${batchSize}) old
           where gone.agency_id = $2 and gone.campaign_id = old.campaign_id and gone.person_id = old.person_id`,
  },
  {
    what: 'Keyword counts',
    retention_ms: 366 * day_ms,
    time: 'demo',
    ofRoot: true,
    sql: someOf('keyword_count', 'id', 'root_id = $2 and created_at < $1'),
  },
  {
    what: 'Developer webhook messages',
    retention_ms: 30 * day_ms,
    time: 'demo',
    ofRoot: true,
    sql: someOf('event_message', 'id', 'root_id = $2 and created_at < $1'),
  },
  {
    what: 'Attempts to deliver developer webhook messages',
    retention_ms: 30 * day_ms,
    time: 'demo',
    ofRoot: true,
    sql: someOf('event_attempt', 'id', 'root_id = $2 and at < $1'),
  },
  {
    what: 'Report links',
    retention_ms: 90 * day_ms,
    time: 'demo',
    ofRoot: true,
    sql: someOf('report_link', 'id', 'root_id = $2 and (expires_at < $1 or revoked_at < $1)'),
  },
  {
    // With their recipients' addresses.
    what: 'Deliveries of scheduled reports',
    retention_ms: 366 * day_ms,
    time: 'demo',
    ofRoot: true,
    sql: someOf('report_run', 'schedule_id slot_at', 'root_id = $2 and slot_at < $1'),
  },
  {
    // Paused manually, or since its client was removed. Its runs are deleted with it.
    what: 'Paused report schedules',
    retention_ms: 366 * day_ms,
    time: 'demo',
    ofRoot: true,
    sql: someOf('report_schedule', 'id', 'root_id = $2 and next_at is null and updated_at < $1'),
  },
  {
    what: 'Addresses that get no emails',
    retention_ms: 366 * day_ms,
    time: 'demo',
    ofRoot: true,
    sql: someOf('stopped_address', 'recipient_id reason', 'root_id = $2 and stopped_at < $1'),
  },
  {
    // Whose browser it was: no visit is matched by a link this old.
    what: 'Links of browsers to people',
    retention_ms: longestLink_ms,
    time: 'demo',
    ofAgency: true,
    asOwner: true,
    sql: `delete from device_link gone using (
            select client_id, visitor_id from device_link where agency_id = $2 and last_seen_at < $1 limit ${batchSize}) old
           where gone.agency_id = $2 and gone.client_id = old.client_id and gone.visitor_id = old.visitor_id`,
  },
  {
    what: 'Privacy requests',
    retention_ms: requestRetention_days * day_ms,
    time: 'demo',
    ofRoot: true,
    sql: someOf('privacy_request', 'id', 'root_id = $2 and received_at < $1'),
  },
  {
    // Until they are due an answer can be fetched, until it is given a correction decided, and for two months a refusal appealed; who never
    // confirmed has an hour, and whoever an agent asked for a week.
    what: 'Hashes of addresses in privacy requests',
    retention_ms: 0,
    time: 'demo',
    ofRoot: true,
    sql: `update privacy_request request set hashes = null, code_hash = null, code_expires_at = null, tries_left = 0, wish_sealed = null,
                 appeal_sealed = null
            from (select agency_id, id from privacy_request
                   where root_id = $2 and kind <> 'opt_out' and hashes is not null
                     and (proved_at is null and received_at < $1::timestamptz - case when agent = '' then interval '1 hour' else interval '7 days' end
                          or proved_at is not null and kind = 'see' and due_at < $1
                          or kind <> 'see' and done_at is not null and (appealed_at is null or appeal_decided_at is not null)
                             and (outcome = 'done' or done_at < $1::timestamptz - interval '${appealFor_days} days'))
                   limit ${batchSize}) old
           where request.agency_id = old.agency_id and request.id = old.id`,
  },
  {
    what: 'First weeks of browsers',
    retention_ms: 98 * day_ms,
    time: 'demo',
    ofRoot: true,
    sql: someOf('visitor_first', 'client_id visitor_id', 'root_id = $2 and last_week < $1::date'),
  },
  {
    // After its last day a list holds nobody. The record of the list stays.
    what: 'Addresses of audience lists',
    retention_ms: day_ms,
    time: 'demo',
    ofRoot: true,
    sql: `delete from audience_list_entry gone using (
            select e.agency_id, e.list_id, e.hash from audience_list l
              join audience_list_entry e on e.agency_id = l.agency_id and e.list_id = l.id
             where l.root_id = $2 and l.ends_on < $1::date limit ${batchSize}) old
           where gone.agency_id = old.agency_id and gone.list_id = old.list_id and gone.hash = old.hash`,
  },
  {
    what: 'Daily visits and searches of companies',
    retention_ms: surgeDays * (weeksBefore + 1) * day_ms,
    time: 'demo',
    ofRoot: true,
    sql: someOf('company_day', 'client_id company day', 'root_id = $2 and day < $1::date'),
  },
  { what: 'Rows of enriched lists', retention_ms: retention_days * day_ms, time: 'demo', run: removeEnrichmentRows },
  { what: 'Lead exports', retention_ms: exportRetention_days * day_ms, time: 'demo', run: removeLeadExports },
  {
    what: 'Names and addresses of removed team members and sales staff',
    retention_ms: removedLife_ms,
    time: 'demo',
    run: eraseRemovedMembers,
  },
  { what: 'Replaced pictures of people', retention_ms: 0, time: 'machine', run: removeReplacedPictures },
  { what: 'Import files', retention_ms: day_ms, time: 'demo', run: removeImportFiles },
  // 24 months, plus a day for leap years.
  { what: 'Leads of ended campaigns', retention_ms: 731 * day_ms, time: 'demo', run: eraseEndedLeads },
]

export const valueBefore = ({ before }: Retention, before_ms: number): unknown =>
  before ? before(before_ms) : dateOf(before_ms)
