import { describe, expect, it } from 'vitest'
import { isTest, sourcesWith, type Source } from './sources.ts'

// One area owns a table and writes it. Others that write it stand here, each with its reason.

/** Tables by the area that owns them: every table that SQL of an area names as one that it writes. */
const owned: Readonly<Record<string, string>> = {
  activity: 'activity',
  agreements: 'acceptance',
  audiences: 'marketing_campaign marketing_organization',
  banners: 'banner banner_picture banner_version brand_kit',
  billing:
    'billing_day billing_period charge coupon coupon_use invoice invoice_line invoice_series invoice_transfer onboarding_setting',
  branding: 'brand embedded_code host mail_server released_host',
  campaigns: 'campaign pixel us_state us_zip',
  companies: 'company_group',
  developers: 'developer_credential developer_token sso_token',
  domains: 'custom_domain',
  exclusions: 'exclusion exclusion_change exclusion_purged exclusion_rule exclusion_staged root_exclusion',
  identity: 'identity_import person person_key signal signal_phrase trait',
  integrations: 'connection delivery delivery_attempt destination take_back',
  keywords: 'keyword_count',
  leads:
    'campaign_rules conversion device_link lead lead_count lead_credit lead_day lead_hold limit_use resolve_watermark visit visit_count agency_signal_watermark search_match signal_watermark',
  ledger: 'ledger_account ledger_book ledger_transfer',
  payments: 'card_removal charge_attempt connected_account gateway_event payment_card',
  prepaid: 'prepaid_balance prepaid_lot prepaid_use',
  people: 'app_user company_profile email_change questionnaire referral_code registration role user_profile',
  pricing: 'minimum_spend quote retail_bound',
  reports: 'campaign_delivery_stats delivery_stats_watermark report_day report_day_watermark',
  'sign-in':
    'credential download_ticket factor_code password_reset recovery_code second_factor session sign_in_challenge sign_in_failure sign_in_tally spent_captcha spent_refresh view_session',
  tenants: 'agency_staff company company_count name_start',
  tracking: 'collector_beat hit rate_window',
}

const purge = 'erasing a purged company is one list over all tables (purge/erasures.ts)'
const tree = 'changes a node of the tree together with what hangs on it, above every owner'
const debt = 'to be led through a use case of the owner'
/** `table area` → why another area than the owner writes it. */
const exceptions: Readonly<Record<string, string>> = {
  'app_user companies': tree,
  'app_user sign-in': `the language and the epoch of a new password stand on the person's row; ${debt}`,
  'brand companies': purge,
  'campaign audiences':
    'removing an organization unties its campaigns; campaigns asks audiences, so it cannot ask back',
  'campaign leads': `a test lead proves the form; ${debt}`,
  'campaign pricing': 'campaigns asks pricing for prices, so pricing cannot ask back',
  'campaign tracking': 'the last hit of a campaign is kept where hits are written, in their batch',
  'company billing': `payment terms and the way of billing are columns of the company; ${debt}`,
  'company companies': tree,
  'app_user payments': 'where an account stands is read with every session of its owner',
  'company payments': 'where an account stands is read with every session of its owner',
  'company people': `whoever registers or sets up a profile names the company too; ${debt}`,
  'company_count campaigns': 'counts of campaigns are kept in the transaction that changes them',
  'company_count companies': tree,
  'credential companies': purge,
  'credential people': 'an address is claimed and released with its person, in one transaction',
  'developer_token companies': purge,
  'host companies': 'a removed company gives up its host, in one transaction',
  'host domains': 'a verified domain becomes a host; branding cannot ask domains',
  'name_start campaigns': 'a campaign’s name is kept where it changes, beside those of companies',
  'password_reset people': 'invitations end with the address that they went to, in one transaction',
  'payment_card companies': purge,
  'sso_token companies': purge,
  'visit_count tracking': 'privacy signals are counted where they come in and nothing else is kept of them',
}

const writing = /\b(?:insert into|update|delete from)\s+([a-z_]+)\b/g
const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

const tables = new Set(
  sourcesWith('.sql').flatMap(({ path, text }) =>
    path.startsWith('server/migrations/')
      ? [...text.matchAll(/create (?:unlogged )?table (?:if not exists )?([a-z_]+)/gi)].map(([, name]) => name!)
      : [],
  ),
)
const ownerOf = new Map(
  Object.entries(owned).flatMap(([area, names]) => names.split(' ').map((name) => [name, area] as const)),
)

/** `table area` of every write that SQL of an area does. */
const writesOf = (sources: readonly Source[]): string[] => [
  ...new Set(
    sources.flatMap(({ path, text }) => {
      const area = /^server\/areas\/([^/]+)\//.exec(path)?.[1]
      if (area === undefined || isTest(path)) return []
      return [...withoutComments(text).matchAll(writing)]
        .filter(([, name]) => tables.has(name!))
        .map(([, name]) => `${name} ${area}`)
    }),
  ),
]
const foreign = (writes: readonly string[]): string[] =>
  writes.filter((write) => {
    const [table, area] = write.split(' ') as [string, string]
    return ownerOf.get(table) !== area
  })

describe('tables', () => {
  const writes = writesOf(sourcesWith('.ts'))

  it('are read at all', () => {
    expect(tables.size).toBeGreaterThan(50)
    expect(writes.length).toBeGreaterThan(50)
    expect([...ownerOf.keys()].filter((name) => !tables.has(name))).toEqual([])
  })

  it('are written by their owner, or with a reason', () => {
    expect(foreign(writes).filter((write) => !(write in exceptions))).toEqual([])
  })

  it('have no exception that nobody needs', () => {
    const needed = new Set(foreign(writes))
    expect(Object.keys(exceptions).filter((write) => !needed.has(write))).toEqual([])
  })

  it('notice a write of another area', () => {
    const planted = { path: 'server/areas/reports/planted.ts', text: 'tx.query(`update lead set email = null`)' }
    expect(foreign(writesOf([planted]))).toEqual(['lead reports'])
  })
})
