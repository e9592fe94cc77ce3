/**
 * What one agency's rows are, table by table. Every table with `agency_id` is moved unless it is listed here; a test compares the
 * lists with the catalog, so that a new table is moved or somebody says why not.
 */

/** Tables without `agency_id` whose rows belong to an agency. `$1` is its id. */
export const movedByAnother: Readonly<Record<string, string>> = {
  credential: 'user_id in (select id from app_user where agency_id = $1)',
  second_factor: 'user_id in (select id from app_user where agency_id = $1)',
  recovery_code: 'user_id in (select id from app_user where agency_id = $1)',
  activity_anchor: 'book_id = $1',
}

const identity = 'The operator’s identity data.'
const shortLived = 'Ends by itself within days; people sign in, or ask, once more.'
const machine = 'Of the installation, not of an agency.'
const everywhere = 'The same in every installation.'

/** Tables that stay, and why. */
export const leftBehind: Readonly<Record<string, string>> = {
  activity_head: 'Made anew with the chain of the log, whose entries name the operator.',
  agency_signal_watermark: 'A position among the operator’s searches.',
  book_proof: machine,
  card_removal: 'Work in progress at the gateway, without an agency.',
  clock_offset: machine,
  collector_beat: machine,
  deletion_cycle: identity,
  deletion_match: identity,
  deletion_request: identity,
  delivery_stats_watermark: machine,
  demo_history: machine,
  developer_token: shortLived,
  developer_answer: 'Kept for a day by a hash that the master key makes.',
  device_link: 'Links browsers to the operator’s identity data.',
  disk_reading: machine,
  distribution: machine,
  document: everywhere,
  download_ticket: shortLived,
  email_change: shortLived,
  employer: identity,
  employer_range: identity,
  employer_range_version: identity,
  exclusion_rule: 'The operator’s number of days.',
  factor_code: shortLived,
  files_folder: machine,
  gateway_event: 'Of the gateway’s account, which no agency has for itself.',
  host_certificate: machine,
  identity_count: identity,
  identity_import: identity,
  opened_seal: shortLived,
  opt_out: 'Moved by itself, and added to what the other side has.',
  password_reset: shortLived,
  person: identity,
  person_key: identity,
  push_subscription: 'Bound to the key of the installation: browsers subscribe anew.',
  rate_window: shortLived,
  read_only_mode: machine,
  registration: shortLived,
  released_host: 'Keeps names from others on this installation only.',
  report_day_watermark: machine,
  retention_day: machine,
  root_exclusion: 'The operator’s.',
  running_call: machine,
  running_process: machine,
  schema_migration: machine,
  searchers_of_day: identity,
  searchers_watermark: identity,
  server_key: machine,
  session: shortLived,
  sign_in_challenge: shortLived,
  sign_in_failure: shortLived,
  sign_in_tally: shortLived,
  signal: identity,
  signal_phrase: identity,
  signal_watermark: identity,
  spent_captcha: shortLived,
  spent_refresh: shortLived,
  sso_token: shortLived,
  trait: identity,
  us_state: everywhere,
  us_zip: everywhere,
  view_session: shortLived,
  worker_heartbeat: machine,
}

/** Positions among transactions count on one server only: hits that are not resolved yet come after all that are. */
export const newValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  hit: {
    tx: 'case when exists (select from visit v where v.agency_id = t.agency_id and v.id = t.id) then 0 else 1 end',
  },
  resolve_watermark: { done_tx: '0', done_id: `'ffffffff-ffff-ffff-ffff-ffffffffffff'` },
}

/** In the order in which they were written, which numbers that are given anew keep. */
export const orders: Readonly<Record<string, string>> = {
  activity: 'seq',
  cost_setup: 'seq',
  retail_cost: 'seq',
  company: `kind = 'client', id`,
}

/** Columns with keys of files; a test compares the list with the catalog. */
export const fileColumns = [
  { table: 'app_user', column: 'picture_key' },
  { table: 'lead_export', column: 'file_key' },
] as const

/** The operator’s people whom rows of an agency name: they go along as removed people without an address. */
export const staffValues: Readonly<Record<string, string>> = {
  email: `t.id || '@removed.invalid'`,
  phone_e164: 'null',
  phone_country: 'null',
  picture_key: 'null',
  role_id: 'null',
  permissions: `'{}'::jsonb`,
  permission_active: 'false',
  is_contact: 'false',
  is_support_contact: 'false',
  status: `'disabled'`,
  removed_at: 'coalesce(t.removed_at, now())',
}
