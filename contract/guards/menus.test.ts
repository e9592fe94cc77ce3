import { describe, expect, test } from 'vitest'
import { enrichmentModule } from '../campaigns/modules.ts'
import { userKinds, type UserKind } from '../people/user-kind.ts'
import { accountItemsOf, showsWayBack, sidebarOf, type AccountItem } from './menus.ts'
import { contextOf, type Change } from './access-context.test-support.ts'
import { hasCardSetUp, isConnected, mayAnalyze, mayUse } from './access-context.ts'

const pagesOf = (kind: UserKind, change?: Change): string => {
  const { modules, company } = sidebarOf(contextOf(kind, change))
  return [...modules.filter(({ module }) => module === 'local'), ...company]
    .map(({ to }) => to.split('/').pop())
    .join(' ')
}
const modulesOf = (kind: UserKind, change?: Change): string[] => [
  ...new Set(sidebarOf(contextOf(kind, change)).modules.map(({ module }) => module!)),
]
const ofModule = 'dashboard campaign-management visits'
const ofLeads = 'leads deliveries'
const ofOwner = `${ofModule} ${ofLeads} inbox reports campaign Audience list integrations card-setting client-management administrator-list general-setting`
const ofSystem =
  'inbox campaign Audience list agency-list share-claims administrator-list sales-account-list general-setting data-enrichment opt-out-list report-analytics machine'

describe('the sidebar', () => {
  test.each([
    ['R045', 'rootSystem', {}, ofSystem],
    ['R045', 'rootAdmin', {}, ofSystem],
    ['R045', 'rootAdmin', { permissions: {} }, ''],
    [
      'R142',
      'rootAdmin',
      { permissions: { 'settings.enable': true } },
      ofSystem.replace('campaign Audience list ', '').replace(' report-analytics', ''),
    ],
    ['R045', 'agencyOwner', {}, ofOwner],
    ['R045', 'administrator', {}, ofOwner.replace(' integrations card-setting', '')],
    ['R143', 'administrator', { permissions: { 'leads.enable': true } }, `${ofModule} ${ofLeads} inbox reports`],
    ['R143', 'administrator', { permissions: {} }, ''],
    ['R045', 'client', {}, `${ofModule} ${ofLeads} inbox campaign Audience integrations card-setting`],
    [
      'R077',
      'client',
      { mayManageCampaigns: false },
      `dashboard visits ${ofLeads} inbox Audience integrations card-setting`,
    ],
    ['R073', 'salesRep', {}, 'sales-connect-account'],
    ['R141', 'accountExecutive', {}, 'client-management agency-list sales-connect-account'],
    [
      'R141',
      'accountExecutive',
      { payments: { hasCard: false } },
      'client-management agency-list sales-connect-account',
    ],
    ['R141', 'accountExecutive', { payments: { accountConnected: 'pending' } }, 'sales-connect-account'],
    ['R046', 'agencyOwner', { payments: { hasCard: false } }, 'integrations general-setting'],
    ['R076', 'client', { payments: { hasCard: false } }, 'profile-setup'],
    ['R046', 'administrator', { payments: { accountConnected: 'inverification' } }, 'general-setting'],
    ['R046', 'rootSystem', { payments: { hasCard: false, accountConnected: 'failed' } }, ofSystem],
    ['R047', 'agencyOwner', { payments: { failed: true } }, 'card-setting'],
    ['R047', 'administrator', { payments: { failed: true } }, 'general-setting'],
    ['R047', 'administrator', { payments: { failed: true }, permissions: { 'leads.enable': true } }, 'dashboard'],
    ['R047', 'agencyOwner', { payments: { failed: true }, viewer: { mayAnalyze: false } }, ofOwner],
  ] as const)('%s: %s %j', (_rule, kind, change, expected) => {
    expect(pagesOf(kind, change as Change)).toBe(expected)
  })

  test('R048, R049: shows only the modules that are turned on', () => {
    const { modules } = contextOf('client')
    const some = { ...modules, locator: { url: 'locator-url', enabled: false }, b2b: { url: '', enabled: true } }
    for (const kind of ['client', 'agencyOwner', 'administrator'] as const) {
      expect(modulesOf(kind)).toEqual(['local', 'locator', 'enhance', 'b2b'])
      expect(modulesOf(kind, { modules: some })).toEqual(['local', 'enhance'])
    }
  })
})

test('a module has the same group wherever the user is, and the lists of all modules are below the one they are in', () => {
  const access = contextOf('agencyOwner')
  const [first, other] = [sidebarOf(access), sidebarOf(access, 'b2b')]
  expect(other.modules).toEqual(first.modules)
  expect(first.modules.filter(({ path }) => path === '{module}/enrichment').map(({ module }) => module)).toEqual([
    enrichmentModule,
  ])
  const leadsOf = ({ company }: typeof first): string | undefined =>
    company.find(({ path }) => path === '{module}/leads')?.to
  expect([leadsOf(first), leadsOf(other)]).toEqual(['/local-url/leads', '/b2b-url/leads'])
})

describe('the profile dropdown', () => {
  const always = ['changePassword', 'twoFactor', 'sessions', 'logOut'] as const
  const itemsOf = (kind: UserKind, change?: Change): AccountItem[] =>
    accountItemsOf(contextOf(kind, change)).filter((item) => !(always as readonly string[]).includes(item))

  test('R056: lets everyone change the password, set up the second factor and log out', () => {
    for (const kind of userKinds) expect(accountItemsOf(contextOf(kind))).toEqual(expect.arrayContaining([...always]))
  })

  test('R059, R096: lets no one in view mode change credentials, but lets them log out', () => {
    const items = accountItemsOf(contextOf('agencyOwner', { viewer: { mayAnalyze: false } }))
    expect(items.filter((item) => (always as readonly string[]).includes(item))).toEqual(['logOut'])
  })

  test.each([
    ['rootSystem', {}, ['profile', 'cardSetting', 'developer']],
    ['rootAdmin', {}, ['profile', 'cardSetting']],
    ['agencyOwner', {}, ['profile', 'cardSetting', 'dataWallet', 'developer', 'support', 'groups']],
    ['administrator', {}, ['profile', 'cardSetting', 'support', 'groups']],
    ['client', {}, ['profile', 'cardSetting', 'integrations', 'exclusionList', 'groups']],
    ['salesRep', {}, ['cardSetting']],
    ['accountExecutive', {}, ['cardSetting']],
    // R051: with manual bill, only the agency's owner.
    ['client', { payments: { manualBill: true } }, ['profile', 'integrations', 'exclusionList', 'groups']],
    [
      'agencyOwner',
      { payments: { manualBill: true, hasCard: false, accountConnected: '' } },
      ['profile', 'cardSetting', 'dataWallet', 'support', 'groups'],
    ],
    // R052, R149: no wallet outside of its beta, or for an agency that is not the root's own.
    ['agencyOwner', { walletIsOpen: false }, ['profile', 'cardSetting', 'developer', 'support', 'groups']],
    ['agencyOwner', { ofRootCompany: false }, ['profile', 'cardSetting', 'support', 'groups']],
    // R115: the API mode is off, or the account is not connected.
    ['rootSystem', { apiMode: false }, ['profile', 'cardSetting']],
    [
      'agencyOwner',
      { payments: { accountConnected: 'pending' } },
      ['profile', 'cardSetting', 'dataWallet', 'support', 'groups'],
    ],
    // R057, R058: no support page set, no company group created.
    ['administrator', { hasSupportPage: false, companyGroups: 0 }, ['profile', 'cardSetting']],
  ] as const)('offers %s %j their items', (kind, change, expected) => {
    expect(itemsOf(kind, change as Change)).toEqual(expected)
  })
})

test('R059: the link back shows only in view mode', () => {
  for (const kind of userKinds) {
    expect(showsWayBack(contextOf(kind))).toBe(false)
    expect(showsWayBack(contextOf(kind, { viewer: { mayAnalyze: false } }))).toBe(true)
  }
})

describe('what depends on how a company pays', () => {
  test.each([
    ['R100', { accountConnected: 'completed', hasPackage: true }, true],
    ['R100', { accountConnected: 'completed', hasPackage: false }, false],
    ['R101', { accountConnected: '', gateway: 'other', hasPackage: true }, true],
    ['R101', { accountConnected: '', gateway: 'other', hasPackage: false }, false],
    ['R102', { accountConnected: '', manualBill: true }, true],
    ['R102', { accountConnected: 'failed', manualBill: true }, true],
    ['R102', { accountConnected: 'failed', manualBill: false }, false],
    ['R099', { accountConnected: 'pending', manualBill: true }, false],
    ['R099', { accountConnected: 'inverification', manualBill: true }, false],
  ] as const)('%s: is connected: %j', (_rule, payments, expected) => {
    expect(isConnected(contextOf('agencyOwner', { payments }))).toBe(expected)
  })

  test('R110: a card counts, unless an onboarding fee is still due', () => {
    const has = (change: Change): boolean => hasCardSetUp(contextOf('agencyOwner', change))
    expect(has({})).toBe(true)
    expect(has({ payments: { hasCard: false } })).toBe(false)
    expect(has({ onboarding: true, setupComplete: false })).toBe(false)
    expect(has({ onboarding: true, setupComplete: true })).toBe(true)
  })
})

describe('what a role allows', () => {
  const may = (
    kind: UserKind,
    permission: Parameters<typeof mayUse>[1],
    permissions: Record<string, boolean> = {},
  ): boolean => mayUse(contextOf(kind, { permissions }), permission)

  test('R143: each flag counts independently, and only while its menu is on', () => {
    expect(may('administrator', 'settings.update', { 'settings.enable': true, 'settings.update': true })).toBe(true)
    expect(may('administrator', 'settings.update', { 'settings.update': true })).toBe(false)
    expect(may('administrator', 'settings.delete', { 'settings.enable': true, 'settings.update': true })).toBe(false)
    expect(may('rootAdmin', 'ads.create', { 'ads.enable': true, 'ads.create': true })).toBe(true)
  })

  test('R144: a role of F has every flag, and owners need none', () => {
    expect(may('administrator', 'settings.delete', { all: true })).toBe(true)
    expect(may('agencyOwner', 'settings.delete')).toBe(true)
    expect(may('rootSystem', 'settings.delete')).toBe(true)
  })

  test('R145: a client has LeadsPeek with update and delete, and no settings', () => {
    expect([may('client', 'leads.enable'), may('client', 'leads.update'), may('client', 'leads.delete')]).toEqual([
      true,
      true,
      true,
    ])
    expect([may('client', 'leads.create'), may('client', 'settings.enable')]).toEqual([false, false])
  })

  test('R142: reports are for system users whose permissions say so', () => {
    const analyses = (kind: UserKind, permissions: Record<string, boolean>): boolean =>
      mayAnalyze(contextOf(kind, { permissions }))
    expect(userKinds.filter((kind) => analyses(kind, { report_analytics: true }))).toEqual(['rootSystem', 'rootAdmin'])
    expect(analyses('rootAdmin', {})).toBe(false)
  })
})
