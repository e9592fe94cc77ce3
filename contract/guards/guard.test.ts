import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { userKinds, type UserKind } from '../people/user-kind.ts'
import { guard, blockedBy, type Verdict } from './guard.ts'
import { landingOf } from './landing.ts'
import { addressOf, protectedPages } from './protected-pages.ts'
import { contextOf, type Change } from './access-context.test-support.ts'

// Transcribed from the specification by hand: what each kind of user sees at each path, and which rule says so. `+`
// shown, `404` absent, `>` redirected to the short name of a page.

const columns: readonly UserKind[] = [
  'rootSystem',
  'rootAdmin',
  'agencyOwner',
  'administrator',
  'client',
  'salesRep',
  'accountExecutive',
]

const short: Record<string, string> = {
  '/user/profile': 'profile',
  '/user/profile-setup': 'setup',
  '/user/card-setting': 'card',
  '/configuration/client-management': 'clients',
  '/configuration/agency-list': 'agencies',
  '/configuration/general-setting': 'settings',
  '/configuration/sales-connect-account': 'connect',
  '/local-url/dashboard': 'local',
  '/locator-url/dashboard': 'locator',
  '/enhance-url/dashboard': 'enhance',
  '/b2b-url/dashboard': 'b2b',
}
const mark = (verdict: Verdict): string =>
  verdict.kind === 'shown' ? '+' : verdict.kind === 'absent' ? '404' : `>${short[verdict.to] ?? verdict.to}`

type Line = readonly [rule: string, path: string, cells: string, change?: Change]

const unconnected: Change = { payments: { accountConnected: 'pending' } }
const failed: Change = { setupComplete: false, payments: { failed: true } }

const lines: readonly Line[] = [
  // path                                       system    rootAdm   owner     admin     client    rep      executive
  ['R022', '/user', '                           >profile  >profile  >profile  >profile  >profile  >connect >connect'],
  ['R050', '/user/profile', '                   +         +         +         +         +         >connect >connect'],
  ['R265', '/user/profile-setup', '             +         +         +         +         +         >connect >connect'],
  ['R023', '/user/profile-setup-v1', '          +         +         +         +         +         >connect >connect'],
  [
    'R023',
    '/user/profile-setup-v1',
    '                                           +         +         >setup    >setup    >setup    >connect >connect',
    { payments: { hasCard: false } },
  ],
  ['R025', '/user/card-setting', '              +         >agencies +         >local    +         >connect >connect'],
  [
    'R025',
    '/user/card-setting',
    '                                           >setup    >setup    >setup    >setup    >setup    >connect >connect',
    { setupComplete: false },
  ],
  ['R024', '/user/questionnaire', '             +         +         +         +         >locator  >connect >connect'],
  ['R024', '/user/questionnaire-add', '         +         +         +         +         >locator  >connect >connect'],
  ['R265', '/user/agreements', '                +         +         +         +         +         >connect >connect'],
  ['R054', '/user/webhooks', '                  404       404       +         404       404       >connect 404'],
  ['R054', '/developers/usage', '               +         404       +         404       404       >connect 404'],
  ['R055', '/user/exclusion-list', '            >agencies >agencies >local    >local    +         >connect >connect'],
  ['R026', '/banner/create', '                  +         +         +         +         >locator  >connect >connect'],
  ['R026', '/banner/list', '                    +         +         +         +         >locator  >connect >connect'],
  ['R027', '/campaign', '                       +         +         +         +         +         >connect >connect'],
  ['R027', '/campaign-setup', '                 +         +         +         +         +         >connect >connect'],
  ['R027', '/Audience', '                       +         +         +         +         +         >connect >connect'],
  ['R027', '/Client', '                         +         +         +         +         +         >connect >connect'],
  ['R028', '/integrations', '                   >agencies >agencies +         >local    +         >connect >connect'],
  ['R155', '/integrations/webhook', '           >agencies >agencies +         >local    +         >connect >connect'],
  ['R029', '/local-url', '                      >agencies >agencies >local    >local    >local    >connect >connect'],
  ['R029', '/locator-url', '                    >agencies >agencies >locator  >locator  >locator  >connect >connect'],
  ['R029', '/b2b-url', '                        >agencies >agencies >b2b      >b2b      >b2b      >connect >connect'],
  ['R031', '/local-url/dashboard', '            >agencies >agencies +         +         +         >connect >connect'],
  ['R031', '/enhance-url/dashboard', '          >agencies >agencies +         +         +         >connect >connect'],
  ['R031', '/local-url/campaign-management', '  >agencies >agencies +         +         +         >connect >connect'],
  ['R031', '/local-url/campaign-management/x', '>agencies >agencies +         +         +         >connect >connect'],
  ['R031', '/local-url/campaign-management-v1', '>agencies >agencies +        +         +         >connect >connect'],
  ['R031', '/local-url/leads/x', '              404       404       +         +         +         >connect >connect'],
  ['R031', '/local-url/visits', '               404       404       +         +         +         >connect >connect'],
  ['R031', '/local-url/returns', '              404       404       +         +         +         >connect >connect'],
  ['R031', '/local-url/enrichment', '           404       404       +         +         +         >connect >connect'],
  ['R031', '/local-url/deliveries', '           404       404       +         +         +         >connect >connect'],
  ['R030', '/local-url/leads-management', '     404       +         404       +         404       >connect 404'],
  [
    'R077',
    '/locator-url/campaign-management',
    '                                           >agencies >agencies +         +         >locator  >connect >connect',
    { mayManageCampaigns: false },
  ],
  // The form that creates campaigns, wherever it is linked from, and everything below the module's list.
  ...[
    ['/local-url/campaign-management/new', '>agencies >agencies +         +         >local    >connect >connect'],
    ['/local-url/campaign-management-v1', ' >agencies >agencies +         +         >local    >connect >connect'],
    ['/campaign-setup', '                   +         +         +         +         >locator  >connect >connect'],
    ['/campaign', '                         +         +         +         +         >locator  >connect >connect'],
  ].map(([path, cells]) => ['R077', path!, cells!, { mayManageCampaigns: false }] as const),
  ['R033', '/configuration', '                  >agencies >agencies >clients  >clients  >clients  >connect >clients'],
  ['R034', '/configuration/client-management', '>agencies >agencies +         +         >locator  >connect +'],
  ['R035', '/configuration/agency-list', '      +         +         404       404       404       >connect +'],
  ['R035', '/configuration/agencies-report', '  +         +         404       404       404       >connect 404'],
  ['R044', '/configuration/under-performing', ' +         +         +         +         >locator  >connect >connect'],
  ['R044', '/configuration/failed-payments', '  +         +         +         +         >locator  >connect >connect'],
  ['R044', '/configuration/disputes', '         +         +         +         +         >locator  >connect >connect'],
  ['R044', '/configuration/reconciliation', '   +         +         +         +         >locator  >connect >connect'],
  ['R044', '/configuration/share-claims', '     +         +         404       404       404       >connect 404'],
  ['R044', '/configuration/returned-share', '   404       404       +         +         404       >connect 404'],
  ['R044', '/configuration/payouts', '          +         +         +         +         >locator  >connect >connect'],
  ['R040', '/configuration/sales-connect-account/payouts', '404 404  404       404       404       +        +'],
  ['R044', '/configuration/administrator-list', '+        +         +         +         >locator  >connect >connect'],
  ['R029', '/inbox', '                          404       404       +         +         404       >connect 404'],
  ['R029', '/reports', '                        404       404       +         +         404       >connect 404'],
  ['R044', '/reports/invoices', '               404       404       +         +         404       >connect 404'],
  ['R036', '/configuration/sales-account-list', '+        +         404       404       404       >connect 404'],
  ['R036', '/configuration/commissions', '      +         +         404       404       404       >connect 404'],
  ['R044', '/configuration/role-list', '        +         +         +         +         >locator  >connect >connect'],
  ['R037', '/configuration/general-setting', '  +         +         +         +         >locator  >connect 404'],
  ['R044', '/configuration/data-enrichment', '  +         +         404       404       404       >connect 404'],
  ['R038', '/configuration/opt-out-list', '     +         +         404       404       404       >connect 404'],
  ['R044', '/configuration/exclusion-list', '   404       404       +         +         404       >connect 404'],
  ['R039', '/configuration/report-analytics', ' +         +         404       404       404       >connect 404'],
  [
    'R039',
    '/configuration/report-analytics',
    '                                           +         404       404       404       404       >connect 404',
    { permissions: { 'settings.enable': true } },
  ],
  [
    'R039',
    '/configuration/report-analytics',
    '                                           +         +         +         +         404       >connect 404',
    { viewer: { mayAnalyze: true } },
  ],
  ['R040', '/configuration/sales-connect-account', '404    404       404       404       404       +        +'],
  ['R041', '/download-auth/contract', '         +         +         +         +         >locator  >connect >connect'],
  ['R042', '/nowhere', '                        404       404       404       404       404       404      404'],
  ['R042', '/configuration/nowhere', '          404       404       404       404       404       404      404'],
  ['R042', '/', '                               404       404       404       404       404       404      404'],
  // What blocks a user altogether.
  [
    'R073',
    '/configuration/client-management',
    '>agencies >agencies +         +         >locator  >connect >connect',
    unconnected,
  ],
  [
    'R141',
    '/configuration/sales-connect-account',
    '404    404       404       404       404       +        +',
    unconnected,
  ],
  [
    'R074',
    '/local-url/leads',
    '                404       404       >card     +         >card     >connect >connect',
    failed,
  ],
  [
    'R074',
    '/user/card-setting',
    '              +         >setup    +         >setup    +         >connect >connect',
    failed,
  ],
  [
    'R075',
    '/local-url/dashboard',
    '            >agencies >agencies +         +         >card     >connect >connect',
    { ...failed, viewer: { mayAnalyze: false } },
  ],
  [
    'R076',
    '/local-url/dashboard',
    '            >agencies >agencies +         +         >setup    >connect >connect',
    { payments: { hasCard: false } },
  ],
  [
    'R076',
    '/user/profile',
    '                   +         +         +         +         >setup    >connect >connect',
    { setupComplete: false },
  ],
  // Users whose menu or module is off go to Profile Setup, or to the landing page once setup is complete.
  [
    'R072',
    '/banner/list',
    '                    +         >agencies +         >local    >locator  >connect >connect',
    { permissions: {} },
  ],
  [
    'R072',
    '/banner/list',
    '                    +         >setup    +         >setup    >setup    >connect >connect',
    { permissions: {}, setupComplete: false },
  ],
  [
    'R072',
    '/local-url/dashboard',
    '            >agencies >agencies +         404       +         >connect >connect',
    { permissions: {} },
  ],
]

describe('what a user sees at a path', () => {
  test.each(lines.map(([rule, path, cells, change]) => ({ rule, path, cells, change })))(
    '$rule: $path',
    ({ path, cells, change }) => {
      const expected = cells.trim().split(/\s+/)
      expect(expected).toHaveLength(columns.length)
      const found = columns.map((kind) => mark(guard(contextOf(kind, change), path)))
      expect(found).toEqual(expected)
    },
  )

  test('R032: Enhance ID and B2B ID exist only with a name and an address', () => {
    const { modules } = contextOf('agencyOwner')
    const without = { ...modules, enhance: { url: '', enabled: true } }
    for (const kind of columns) {
      expect(mark(guard(contextOf(kind, { modules: without }), '/enhance-url/dashboard'))).toBe('404')
    }
  })

  test('R048, R049: a module that is turned off is not accessible to anyone', () => {
    const { modules } = contextOf('agencyOwner')
    const off = { ...modules, b2b: { url: 'b2b-url', enabled: false } }
    const marks = columns.map((kind) => mark(guard(contextOf(kind, { modules: off }), '/b2b-url/dashboard')))
    expect(marks).toEqual(['>agencies', '>agencies', '>local', '>local', '>locator', '>connect', '>connect'])
  })

  test('R043: every route of the table is checked against the specification above', () => {
    const asked = lines.map(([, path]) => path)
    const written = (path: string): string => addressOf(contextOf('client'), path)
    const missing = protectedPages
      .map(({ path }) => written(path))
      .filter((path) => !asked.some((one) => one.startsWith(path)))
    expect(missing).toEqual([])
  })

  test('R073: sales staff are redirected to their account page and never to the wizard, whatever is unfinished', () => {
    const unfinished: Change = { profileComplete: false, setupComplete: false, payments: { hasCard: false } }
    for (const kind of ['salesRep', 'accountExecutive'] as const)
      for (const path of ['/user/profile-setup', '/user/card-setting', '/local-url/leads', '/configuration/role-list'])
        expect([kind, path, guard(contextOf(kind, unfinished), path)]).toMatchObject([
          kind,
          path,
          { kind: 'redirect', to: '/configuration/sales-connect-account' },
        ])
  })

  test('names the rule that denied access', () => {
    const ruleOf = (kind: UserKind, path: string, change?: Change): string | undefined => {
      const verdict = guard(contextOf(kind, change), path)
      return verdict.kind === 'shown' ? undefined : verdict.rule
    }
    expect(ruleOf('client', '/local-url/leads', failed)).toBe('R074')
    expect(ruleOf('agencyOwner', '/local-url/leads', failed)).toBe('R075')
    expect(ruleOf('salesRep', '/user')).toBe('R073')
    expect(ruleOf('client', '/user', { setupComplete: false })).toBe('R076')
    expect(ruleOf('administrator', '/configuration/opt-out-list')).toBe('R038')
    expect(ruleOf('client', '/configuration/role-list')).toBe('R072')
    expect(ruleOf('rootSystem', '/local-url/campaign-management')).toBe('R031')
  })
})

describe('where a user lands', () => {
  // rule, kind, change, page
  const lands: readonly (readonly [string, UserKind, Change, string])[] = [
    ['R062', 'client', { profileComplete: false }, 'setup'],
    ['R062', 'agencyOwner', { profileComplete: false, payments: { chargesEnabled: false } }, 'setup'],
    ['R062', 'administrator', { profileComplete: false }, 'setup'],
    ['R069', 'rootSystem', { profileComplete: false }, 'agencies'],
    ['R063', 'client', {}, 'locator'],
    ['R064', 'client', { modules: onlyOn('local') }, 'local'],
    ['R064', 'client', { modules: onlyOn('enhance') }, 'enhance'],
    ['R064', 'client', { modules: onlyOn('b2b') }, 'b2b'],
    ['R065', 'salesRep', {}, 'connect'],
    ['R065', 'accountExecutive', {}, 'connect'],
    ['R065', 'salesRep', { profileComplete: false }, 'connect'],
    ['R065', 'accountExecutive', { profileComplete: false, setupComplete: false }, 'connect'],
    ['R066', 'rootSystem', {}, 'agencies'],
    ['R066', 'rootAdmin', {}, 'agencies'],
    ['R067', 'agencyOwner', { payments: { chargesEnabled: false } }, 'settings'],
    ['R070', 'agencyOwner', { payments: { payoutsEnabled: false } }, 'settings'],
    ['R068', 'administrator', { payments: { payoutsEnabled: false } }, 'local'],
    ['R068', 'agencyOwner', {}, 'local'],
    ['R068', 'administrator', {}, 'local'],
    ['R071', 'client', { profileComplete: false, viewer: { mayAnalyze: true } }, 'setup'],
    ['R071', 'client', { viewer: { mayAnalyze: true } }, 'local'],
    ['R071', 'client', { modules: onlyOn('locator'), viewer: { mayAnalyze: true } }, 'locator'],
    ['R071', 'agencyOwner', { viewer: { mayAnalyze: true } }, 'settings'],
    ['R071', 'administrator', { viewer: { mayAnalyze: true } }, 'settings'],
  ]
  test.each(lands)('%s: %s', (_rule, kind, change, place) => {
    const { to } = landingOf(contextOf(kind, change))
    expect(short[to]).toBe(place)
  })
})

function onlyOn(one: string): Change['modules'] {
  const names = ['local', 'locator', 'enhance', 'b2b'] as const
  const entries = names.map((name) => [name, { url: `${name}-url`, enabled: name === one }] as const)
  return Object.fromEntries(entries) as Change['modules']
}

test('redirects never loop and always end at a page or at no access, whatever the state', () => {
  const flag = fc.boolean()
  const facts = fc.record({
    kind: fc.constantFrom(...userKinds),
    setupComplete: flag,
    profileComplete: flag,
    onboarding: flag,
    mayManageCampaigns: flag,
    permissions: fc.constantFrom<Record<string, boolean>>({}, { all: true }, { 'settings.enable': true }),
    viewer: fc.constantFrom(null, { mayAnalyze: true }),
    payments: fc.record({
      gateway: fc.constantFrom('stripe' as const, 'other' as const),
      hasCard: flag,
      failed: flag,
      manualBill: flag,
      hasPackage: flag,
      chargesEnabled: flag,
      accountConnected: fc.constantFrom('' as const, 'pending' as const, 'completed' as const, 'failed' as const),
    }),
    modules: fc.constantFrom(onlyOn('local'), onlyOn('b2b'), onlyOn('none')),
  })
  fc.assert(
    fc.property(facts, fc.constantFrom(...protectedPages), ({ kind, ...change }, { path }) => {
      const access = contextOf(kind, change)
      let at = addressOf(access, path)
      for (let step = 0; step < 6; step++) {
        const verdict = guard(access, at)
        if (verdict.kind !== 'redirect') return true
        at = verdict.to
      }
      throw new Error(`${kind} is redirected in a loop at ${at}`)
    }),
    { numRuns: 2_000 },
  )
})

describe('the server side of the guards', () => {
  const leads = { area: 'leads', object: {} }
  test.each([
    ['R073', 'salesRep', {}],
    ['R073', 'accountExecutive', unconnected],
    ['R074', 'client', failed],
    ['R075', 'agencyOwner', failed],
    ['R076', 'client', { payments: { hasCard: false } }],
  ] as const)(
    '%s blocks the product’s calls, but not signing in, accepting agreements or paying',
    (rule, kind, change) => {
      const ruleOf = (area: string, object?: object): string | null =>
        blockedBy(contextOf(kind, change), { area, object })
      const company = { kind: 'company' }
      for (const area of ['campaigns', 'leads', 'integrations', 'companies']) {
        expect(ruleOf(area, company)).toBe(rule)
        expect(ruleOf(area)).toBe(null)
      }
      for (const area of ['sign-in', 'people', 'agreements', 'payments', 'branding'])
        expect(ruleOf(area, company)).toBe(null)
    },
  )

  test('does not block users in good standing, or a root user in view mode', () => {
    for (const kind of userKinds.filter((one) => one !== 'salesRep'))
      expect(blockedBy(contextOf(kind), leads)).toBe(null)
    expect(blockedBy(contextOf('agencyOwner', { ...failed, viewer: { mayAnalyze: false } }), leads)).toBe(null)
  })
})
