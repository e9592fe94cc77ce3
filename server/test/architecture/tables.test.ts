import { describe, expect, it } from 'vitest'
import { areaMayUse } from './areas.ts'
import { isTest, sourcesWith, type Source } from './sources.ts'

// Each table has one area that owns and writes it. Areas that may import the owner, directly or indirectly, may read
// it. Exceptions are listed here, each with its reason.

/** Tables by owning area: all tables that the area's SQL writes. */
const ownTables: Readonly<Record<string, string>> = {
  activity: 'activity activity_anchor activity_head',
  agreements: 'acceptance agreement_terms document',
  allowances: 'share_claim share_month share_rule',
  audiences: 'audience audience_list audience_list_entry marketing_campaign marketing_organization',
  banners: 'banner banner_picture banner_version brand_kit',
  alerts: 'alert alert_rule',
  billing:
    'allocation billing_day billing_period charge coupon coupon_use credit_note_series dispute dunning_case earlier_balance_source invoice invoice_line invoice_series withheld_share onboarding_setting period_fee refund refund_line tax_credit',
  branding: 'brand embedded_code host released_host',
  campaigns: 'campaign pixel us_state us_zip',
  commissions: 'commission commission_change commission_payout commission_payout_share commission_rate',
  companies: 'company_group',
  developers: 'developer_call developer_credential developer_token developer_usage event_attempt sso_token',
  domains: 'custom_domain',
  enrichment: 'enrichment enrichment_row',
  exclusions: 'exclusion exclusion_change exclusion_purged exclusion_rule exclusion_staged root_exclusion',
  identity:
    'deletion_cycle deletion_match deletion_request employer employer_range employer_range_version identity_count identity_import opt_out person person_key searchers_of_day searchers_watermark signal signal_phrase trait',
  inbox: 'inbox_state',
  integrations: 'connection delivery delivery_attempt destination event_endpoint event_message take_back',
  keywords: 'keyword_count',
  leads:
    'apart_hold campaign_rules cap_use company_day conversion device_link lead lead_bulk_action lead_count lead_credit lead_credit_skipped lead_day lead_entry lead_export lead_hold lead_source_day lead_tag limit_use match_doubt money_cap resolve_watermark spend_notice visit visit_count agency_signal_watermark search_match signal_watermark',
  ledger: 'book_proof ledger_account ledger_book ledger_transfer',
  payments:
    'card_removal charge_attempt connected_account gateway_entry gateway_event gateway_gap gateway_payout gateway_payout_entry gateway_reading payment_card payment_reminder',
  machine: 'disk_reading host_certificate running_process',
  mails: 'mail_domain mail_server mail_stop mail_text push_subscription stopped_address waiting_mail',
  prepaid: 'prepaid_balance prepaid_lot prepaid_use',
  people: 'app_user company_profile email_change questionnaire referral_code registration role user_profile',
  pricing: 'client_term_change cost_setup minimum_spend quote retail_bound retail_cost',
  returns: 'burst_void lead_return return_rule',
  reports:
    'campaign_delivery_stats cohort_watermark cohort_week delivery_stats_watermark lead_notice report_day report_day_watermark report_link report_run report_schedule slow_notice visitor_first',
  privacy: 'privacy_report privacy_request',
  'sign-in':
    'credential download_ticket factor_code password_reset recovery_code second_factor session sign_in_challenge sign_in_failure sign_in_tally spent_captcha spent_refresh view_session',
  taxes: 'tax_detail tax_rate',
  tenants: 'agency_staff company company_count name_start',
  tracking: 'collector_beat hit',
  views: 'saved_view',
}

/** Tables that no area owns, by the files that write them. */
const besideAreas: Readonly<Record<string, string>> = {
  'server/platform/': 'developer_answer files_folder opened_seal rate_window running_call server_key worker_heartbeat',
  'server/entry/read-only.ts': 'read_only_mode',
  'server/cluster/': 'distribution',
  'server/retention/': 'retention_day',
  'demo/': 'clock_offset demo_history',
}
/** Files outside the areas that write an area's table, and why. */
const outsiders: Readonly<Record<string, string>> = {
  'server/cluster/number-hits.ts': 'hits that moved to other nodes have other numbers, which watermarks follow',
  'server/retention/erase-ended-leads.ts': 'what is kept for how long is one list over all tables',
  'server/retention/delete-people.ts': 'erasing a person is one list over all tables (decision 283)',
  'server/retention/erase-removed-members.ts': 'what is kept for how long is one list over all tables',
  'server/retention/erase-people.ts': 'erasing a person is one list over all tables (decision 283)',
  'server/retention/erase-sealed.ts': 'erasing a person is one list over all tables (decision 283)',
  'server/retention/lines.ts': 'what is kept for how long is one list over all tables',
  'server/tenant/write-rows.ts': 'moves every table of an agency; the log goes on from its anchors (decision 340)',
}

const purge = 'erasing a purged company is one list over all tables (purge/erasures.ts)'
const tree = 'changes a node of the tree together with what hangs on it, above every owner'
const events = 'events are published where they happen, by areas that developers asks, and sent by developers'
/** `table area` → why another area than the owner writes it. */
const exceptions: Readonly<Record<string, string>> = {
  'app_user companies': tree,
  'app_user mails': 'people asks mails, so mails cannot ask back; a link below a mail stops what the profile stops',
  'app_user sign-in': 'language and invitation stand on the person’s row; people asks sign-in, so it cannot ask back',
  'brand companies': purge,
  'campaign audiences':
    'removing an organization unlinks its campaigns; campaigns asks audiences, so it cannot ask back',
  'campaign pricing': 'campaigns asks pricing for prices, so pricing cannot ask back',
  'campaign tracking': 'the last hit of a campaign is kept where hits are written, in their batch',
  'company companies': tree,
  'company_count campaigns': 'counts of campaigns are kept in the transaction that changes them',
  'company_count companies': tree,
  'credential companies': purge,
  'credential people': 'an address is claimed and released with its person, in one transaction',
  'developer_token companies': purge,
  'event_endpoint developers': events,
  'event_message developers': events,
  'host companies': 'a removed company gives up its host, in one transaction',
  'host domains': 'a verified domain becomes a host; branding cannot ask domains',
  'name_start campaigns': 'a campaign’s name is kept where it changes, beside those of companies',
  'password_reset people': 'invitations end with the address that they went to, in one transaction',
  'payment_card companies': purge,
  'rate_window tracking': 'collectors count the pixel’s limits in the store of all limits, many at once',
  'sso_token companies': purge,
  'visit_count tracking': 'privacy signals are counted where they come in and nothing else is kept of them',
}

const names = 'names of people and companies are told where they are written of, by areas that everybody asks'
const standing = 'one statement reads how somebody stands, at every call and in one round trip; its areas ask sign-in'
const inOneQuery = 'one statement lists and counts, page by page; asking its owner would be a query a row'
const shownToPeople = 'whoever asks to see is shown what is held in all tables about people, as one list (decision 336)'
/** `table area` → why an area reads a table whose owner it may not import. This list may only get shorter. */
const readExceptions: Readonly<Record<string, string>> = {
  'app_user activity': names,
  'app_user banners': names,
  'app_user branding': names,
  'app_user mails': 'people asks mails, so mails cannot ask back who reads a mail and what they stopped',
  'app_user sign-in': standing,
  'app_user tenants': names,
  'campaign activity': 'every area writes to the log, so the log can ask none of them for the names to filter by',
  'campaign audiences': 'campaigns asks audiences, so audiences counts its campaigns by itself',
  'campaign integrations': 'campaigns asks integrations; a delivery says of which campaign it is',
  'campaign pricing': 'campaigns asks pricing for prices, which follow into campaigns',
  'campaign tracking': 'the last hit of a campaign is kept where hits are written, in their batch',
  'enrichment privacy': shownToPeople,
  'enrichment_row privacy': shownToPeople,
  'exclusion privacy': shownToPeople,
  'exclusion_purged privacy': shownToPeople,
  'exclusion_staged privacy': shownToPeople,
  'root_exclusion privacy': shownToPeople,
  'charge prepaid': 'wallet and billing ask prepaid; a check compares its lots with what was paid for them',
  'charge pricing': 'what an agency has spent decides its minimum; billing asks pricing',
  'charge sign-in': standing,
  'charge_attempt billing': 'payments asks billing; the operator’s share of a payment stands on its attempt',
  'company activity': names,
  'company prepaid': 'lots end by the local day of their agency, which is read where they are made',
  'company_group tenants': 'how many groups somebody has is told with their company',
  'developer_credential companies': inOneQuery,
  'developer_token companies': purge,
  'exclusion leads': 'visits are judged by the lists in the statements that resolve them; exclusions asks leads',
  'root_exclusion leads': 'visits are judged by the lists in the statements that resolve them; exclusions asks leads',
  'enrichment billing': 'lines of an invoice name the lists that they ask for',
  'lead billing': 'lines of an invoice name the leads that they ask for',
  'lead payments': 'what a bank is told of a dispute names the leads that were paid for, by day',
  'lead_credit billing': 'what was credited is asked for by no invoice, and paid back by no refund',
  'lead integrations': 'leads asks integrations to deliver; what is delivered is read when it goes out',
  'lead_count allowances': 'what a month’s leads cost limits what comes back of them; leads asks allowances',
  'lead_count audiences': inOneQuery,
  'lead_count campaigns': inOneQuery,
  'apart_hold campaigns': inOneQuery,
  'lead_hold campaigns': inOneQuery,
  'onboarding_setting pricing': 'the fee is priced where all prices are; billing asks pricing',
  'onboarding_setting sign-in': standing,
  'payment_card billing': 'payments asks billing; a charge is collected from a card',
  'payment_card people': inOneQuery,
  'payment_card sign-in': standing,
  'payment_card wallet': 'a top-up is offered where a card is stored; payments asks billing, as wallet does',
  'pixel tracking': 'hits are judged in memory by the pixels; campaigns asks tracking',
  'resolve_watermark campaigns': 'leads asks campaigns; signals are read for the roots that are resolved here',
  'role sign-in': standing,
  'sso_token companies': purge,
}
/** Files whose SQL has a table's name in a hole, where the lists above cannot see it: by file, what the hole can hold. */
const holes: Readonly<Record<string, string>> = {
  'server/areas/banners/objects.ts': 'its own two tables',
  'server/areas/billing/invoices/gather-enrichments.ts': 'rows made of parameters, no table',
  'server/areas/billing/invoices/gather-leads.ts': 'rows made of parameters, no table',
  'server/areas/companies/purge/erasures.ts':
    'every table that a purge empties, which a test compares with the catalog',
  'server/areas/companies/removed/export-removed.ts':
    'the tables of a removed company’s data, listed beside it in parts.ts',
  'server/areas/pricing/prices.ts': 'its own two tables, by type',
  'server/areas/tenants/object-finder.ts': 'the table of an object’s own area, which registers it, to read one path',
  'server/rekey/rekey.ts': 'every column with sealed values, which a test compares with the schema',
  'server/retention/erase-people.ts': 'erasing a person is one list over all tables (decision 283)',
  'server/tenant/export-tenant.ts': 'every table with rows of an agency, from the catalog (decision 340)',
  'server/retention/lines.ts': 'what is kept for how long is one list over all tables',
}
/** Static tables of US places, which nobody changes. */
const common = new Set(['us_state', 'us_zip'])

const reading = /\b(?:from|join|using)\s+([a-z_]+)\b/g
const writing = /\b(?:insert into|merge into|update|delete from|copy)\s+([a-z_]+)\b/g
const hole = /\b(?:from|join|update|into|using)\s+\$\{\w*tables?\}/i
const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** Those that the migrations leave: created, and neither dropped nor renamed since. */
const tables = new Set<string>()
const creating =
  /create (?:unlogged )?table (?:if not exists )?([a-z_]+)|(?:drop|alter) table ([a-z_]+)(?:;| rename to ([a-z_]+))/gi
for (const { path, text } of sourcesWith('.sql').toSorted((one, other) => (one.path < other.path ? -1 : 1)))
  if (path.startsWith('server/migrations/'))
    for (const [, newTable, droppedTable, newName] of text.matchAll(creating)) {
      if (droppedTable !== undefined) tables.delete(droppedTable)
      const name = newTable ?? newName
      if (name !== undefined) tables.add(name)
    }
const ownerOf = new Map(
  Object.entries(ownTables).flatMap(([area, names]) => names.split(' ').map((name) => [name, area] as const)),
)

/** `table area` for every table that an area's SQL names in this way. */
const namesOf = (sources: readonly Source[], how: RegExp): string[] => [
  ...new Set(
    sources.flatMap(({ path, text }) => {
      const area = /^server\/areas\/([^/]+)\//.exec(path)?.[1]
      if (area === undefined || isTest(path)) return []
      return [...withoutComments(text).matchAll(how)]
        .filter(([, name]) => tables.has(name!))
        .map(([, name]) => `${name} ${area}`)
    }),
  ),
]
/** The same for server code outside the areas, by file, without the tables that this code owns. */
const outsideWrites = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) => {
    if (!path.startsWith('server/') || /^server\/(?:areas|test)\//.test(path) || isTest(path)) return []
    const tablesOfPlace = Object.entries(besideAreas).flatMap(([place, names]) =>
      path.startsWith(place) ? names.split(' ') : [],
    )
    const names = [...withoutComments(text).matchAll(writing)].map(([, name]) => name!)
    return [...new Set(names)]
      .filter((name) => tables.has(name) && !tablesOfPlace.includes(name))
      .map((name) => `${name} ${path}`)
  })
const writesOf = (sources: readonly Source[]): string[] => namesOf(sources, writing)
const holesIn = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) =>
    /^server\/(?!test\/)/.test(path) && !isTest(path) && hole.test(withoutComments(text)) ? [path] : [],
  )

/** The areas that an area may import, directly or indirectly. */
const reachOf = (area: string): Set<string> => {
  const reach = new Set([area])
  for (const one of reach) for (const otherArea of areaMayUse[one] ?? []) reach.add(otherArea)
  return reach
}
/** Reads against the direction of imports. */
const against = (sources: readonly Source[]): string[] =>
  namesOf(sources, reading).filter((read) => {
    const [table, area] = read.split(' ') as [string, string]
    const owner = ownerOf.get(table)
    return owner !== undefined && !common.has(table) && !reachOf(area).has(owner)
  })

const importing = /from '#server\/areas\/([\w-]+)\//g
/** Areas that an area may use, and neither imports nor reads a table of. */
const unusedPermissions = (
  sources: readonly Source[],
  mayUse: Readonly<Record<string, readonly string[]>>,
): string[] => {
  const uses = new Set(
    namesOf(sources, reading).map((read) => {
      const [table, area] = read.split(' ') as [string, string]
      return `${area} ${ownerOf.get(table)}`
    }),
  )
  for (const { path, text } of sources) {
    const area = /^server\/areas\/([^/]+)\//.exec(path)?.[1]
    if (area !== undefined && !isTest(path))
      for (const [, otherArea] of text.matchAll(importing)) uses.add(`${area} ${otherArea}`)
  }
  return Object.entries(mayUse).flatMap(([area, others]) =>
    others.map((other) => `${area} ${other}`).filter((permission) => !uses.has(permission)),
  )
}

const foreign = (writes: readonly string[]): string[] =>
  writes.filter((write) => {
    const [table, area] = write.split(' ') as [string, string]
    return ownerOf.get(table) !== area
  })

describe('tables', () => {
  const writes = writesOf(sourcesWith('.ts'))

  it('are found', () => {
    expect(tables.size).toBeGreaterThan(50)
    expect(writes.length).toBeGreaterThan(50)
    expect([...ownerOf.keys()].filter((name) => !tables.has(name))).toEqual([])
  })

  it('have one owner each: an area, or something outside the areas', () => {
    const all = [...Object.values(ownTables), ...Object.values(besideAreas)].flatMap((names) => names.split(' '))
    expect(all.toSorted()).toEqual([...tables].toSorted())
  })

  it('are written by their owner, or with a reason', () => {
    expect(foreign(writes).filter((write) => !(write in exceptions))).toEqual([])
  })

  it('are written outside the areas only by their owner, or with a reason', () => {
    const files = outsideWrites(sourcesWith('.ts')).map((write) => write.split(' ')[1]!)
    expect([...new Set(files)].toSorted()).toEqual(Object.keys(outsiders).toSorted())
    const text = 'tx.query(`merge into lead using hit on true`), tx.query(`delete from server_key`)'
    expect(outsideWrites([{ path: 'server/platform/planted.ts', text }])).toEqual(['lead server/platform/planted.ts'])
  })

  it('have no unneeded exception', () => {
    const needs = new Set(foreign(writes))
    expect(Object.keys(exceptions).filter((write) => !needs.has(write))).toEqual([])
  })

  it('are named outright, except by the files listed', () => {
    expect(holesIn(sourcesWith('.ts')).toSorted()).toEqual(Object.keys(holes).toSorted())
    const text = [
      'tx.query(`delete from ${table} where id = $1`)',
      'tx.query(`select 1 from lead join ${otherTable} o`)',
    ]
    const plants = text.map((one, n) => ({ path: `server/areas/reports/planted-${n}.ts`, text: one }))
    expect(holesIn(plants)).toEqual(plants.map(({ path }) => path))
    expect(holesIn([{ path: 'server/planted.ts', text: 'tx.query(`delete from lead where ${condition}`)' }])).toEqual(
      [],
    )
  })

  it('detect a write by another area', () => {
    const plant = { path: 'server/areas/reports/planted.ts', text: 'tx.query(`update lead set email = null`)' }
    expect(foreign(writesOf([plant]))).toEqual(['lead reports'])
  })

  it('are read in the import direction, or with a reason', () => {
    const sources = sourcesWith('.ts')
    expect(namesOf(sources, reading).length).toBeGreaterThan(100)
    expect(against(sources).filter((read) => !(read in readExceptions))).toEqual([])
    const needs = new Set(against(sources))
    expect(Object.keys(readExceptions).filter((read) => !needs.has(read))).toEqual([])
  })

  it('are read by, or their owner is imported by, every area that may', () => {
    expect(unusedPermissions(sourcesWith('.ts'), areaMayUse)).toEqual([])
    const sources = [
      { path: 'server/areas/inbox/planted.ts', text: 'tx.query(`select 1 from lead`)' },
      {
        path: 'server/areas/search/planted.ts',
        text: "import { companyObjects } from '#server/areas/companies/objects.ts'",
      },
    ]
    const may = { inbox: ['leads', 'billing'], search: ['companies', 'ledger'] }
    expect(unusedPermissions(sources, may)).toEqual(['inbox billing', 'search ledger'])
  })

  it('detect a read against it', () => {
    const plant = {
      path: 'server/areas/identity/planted.ts',
      text: 'tx.query(`select 1 from company join lead l on true`)',
    }
    expect(against([plant])).toEqual(['lead identity'])
  })
})
