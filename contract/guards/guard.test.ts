import { describe, expect, test } from 'vitest'
import { userKinds, type UserKind } from '../people/user-kind.ts'
import { blockOf, guard, type Verdict } from './guard.ts'
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

const withoutAccount: Change = { payments: { accountConnected: 'pending' } }
const failedPayment: Change = { setupComplete: false, payments: { failed: true } }

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
  ['R265', '/user/team', '                      >agencies >agencies >local    >local    +         >connect >connect'],
  ['R265', '/user/agreements', '                +         +         +         +         +         >connect >connect'],
  ['R265', '/help', '                           +         +         +         +         +         +        +'],
  [
    'R265',
    '/help/card-and-invoices',
    '                                           +         +         +         +         +         +        +',
    { setupComplete: false, payments: { failed: true } },
  ],
  ['R054', '/user/webhooks', '                  404       404       +         404       404       >connect 404'],
  ['R054', '/developers/usage', '               +         404       +         404       404       >connect 404'],
  ['R055', '/user/exclusion-list', '            >agencies >agencies >local    >local    +         >connect >connect'],
  ['R026', '/banner/create', '                  +         +         +         +         >locator  >connect >connect'],
  ['R026', '/banner/list', '                    +         +         +         +         >locator  >connect >connect'],
  ['R027', '/campaign', '                       +         +         +         +         +         >connect >connect'],
  ['R027', '/campaign-setup', '                 +         +         +         +         +         >connect >connect'],
  ['R027', '/Audience', '                       +         +         +         +         +         >connect >connect'],
  ['R027', '/Client', '                         +         +         +         +         +         >connect >connect'],
  [
    'R027',
    '/audience',
    '                       >/Audience >/Audience >/Audience >/Audience >/Audience >connect >/Audience',
  ],
  ['R027', '/client', '                         >/Client >/Client >/Client >/Client >/Client >connect >/Client'],
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
  ['R044', '/configuration/receivables', '      +         +         +         +         >locator  >connect >connect'],
  ['R044', '/configuration/disputes', '         +         +         +         +         >locator  >connect >connect'],
  ['R044', '/configuration/reconciliation', '   +         +         +         +         >locator  >connect >connect'],
  ['R044', '/configuration/inbox', '            +         +         404       404       404       >connect 404'],
  ['R044', '/configuration/bursts', '           +         +         404       404       404       >connect 404'],
  ['R044', '/configuration/share-claims', '     +         +         404       404       404       >connect 404'],
  ['R044', '/configuration/returned-share', '   404       404       +         +         404       >connect 404'],
  ['R044', '/configuration/payouts', '          +         +         +         +         >locator  >connect >connect'],
  ['R040', '/configuration/sales-connect-account/payouts', '404 404  404       404       404       +        +'],
  ['R044', '/configuration/administrator-list', '+        +         +         +         >locator  >connect >connect'],
  ['R029', '/inbox', '                          404       404       +         +         +         >connect 404'],
  ['R029', '/reports', '                        404       404       +         +         404       >connect 404'],
  ['R044', '/reports/invoices', '               404       404       +         +         404       >connect 404'],
  ['R036', '/configuration/sales-account-list', '+        +         404       404       404       >connect 404'],
  ['R036', '/configuration/commissions', '      +         +         404       404       404       >connect 404'],
  ['R044', '/configuration/role-list', '        +         +         +         +         >locator  >connect >connect'],
  ['R037', '/configuration/general-setting', '  +         +         +         +         >locator  >connect 404'],
  ['R044', '/configuration/privacy-requests', '  +         +         404       404       404       >connect 404'],
  ['R044', '/configuration/privacy-records', '   +         +         404       404       404       >connect 404'],
  ['R044', '/configuration/machine', '           +         +         404       404       404       >connect 404'],
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
    withoutAccount,
  ],
  [
    'R141',
    '/configuration/sales-connect-account',
    '404    404       404       404       404       +        +',
    withoutAccount,
  ],
  [
    'R074',
    '/local-url/leads',
    '                404       404       >card     +         >card     >connect >connect',
    failedPayment,
  ],
  [
    'R074',
    '/user/card-setting',
    '              +         >setup    +         >setup    +         >connect >connect',
    failedPayment,
  ],
  [
    'R075',
    '/local-url/dashboard',
    '            >agencies >agencies +         +         >card     >connect >connect',
    { ...failedPayment, viewer: { mayAnalyze: false } },
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
    '                    +         >/        +         >/        >locator  >connect >connect',
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
    '            >agencies >agencies +         >/        +         >connect >connect',
    { permissions: {} },
  ],
]

describe('what a user sees at a path', () => {
  test.each(lines.map(([rule, path, cells, change]) => ({ rule, path, cells, change })))(
    '$rule: $path',
    ({ path, cells, change }) => {
      const marks = cells.trim().split(/\s+/)
      expect(marks).toHaveLength(columns.length)
      const results = columns.map((kind) => mark(guard(contextOf(kind, change), path)))
      expect(results).toEqual(marks)
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
    const paths = lines.map(([, path]) => path)
    const addressOfClient = (path: string): string => addressOf(contextOf('client'), path)
    const missing = protectedPages
      .map(({ path }) => addressOfClient(path))
      .filter((path) => !paths.some((one) => one.startsWith(path)))
    expect(missing).toEqual([])
  })

  test('R073: sales staff are redirected to their account page and never to the wizard, whatever is unfinished', () => {
    const unfinishedSetup: Change = { profileComplete: false, setupComplete: false, payments: { hasCard: false } }
    for (const kind of ['salesRep', 'accountExecutive'] as const)
      for (const path of ['/user/profile-setup', '/user/card-setting', '/local-url/leads', '/configuration/role-list'])
        expect([kind, path, guard(contextOf(kind, unfinishedSetup), path)]).toMatchObject([
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
    expect(ruleOf('client', '/local-url/leads', failedPayment)).toBe('R074')
    expect(ruleOf('agencyOwner', '/local-url/leads', failedPayment)).toBe('R075')
    expect(ruleOf('salesRep', '/user')).toBe('R073')
    expect(ruleOf('client', '/user', { setupComplete: false })).toBe('R076')
    expect(ruleOf('administrator', '/configuration/opt-out-list')).toBe('R038')
    expect(ruleOf('client', '/configuration/role-list')).toBe('R072')
    expect(ruleOf('rootSystem', '/local-url/campaign-management')).toBe('R031')
  })
})

describe('the server side of the guards', () => {
  const leads = { area: 'leads', object: {} }
  test.each([
    ['R073', 'salesRep', {}],
    ['R073', 'accountExecutive', withoutAccount],
    ['R074', 'client', failedPayment],
    ['R075', 'agencyOwner', failedPayment],
    ['R076', 'client', { payments: { hasCard: false } }],
  ] as const)(
    '%s blocks the product’s calls, but not signing in, accepting agreements or paying',
    (rule, kind, change) => {
      const ruleOf = (area: string, object?: object): string | null =>
        blockOf(contextOf(kind, change), { area, object })?.rule ?? null
      const company = { kind: 'company' }
      for (const area of ['campaigns', 'leads', 'integrations', 'companies']) {
        expect(ruleOf(area, company)).toBe(rule)
        expect(ruleOf(area)).toBe(null)
      }
      for (const area of ['sign-in', 'people', 'agreements', 'payments', 'branding'])
        expect(ruleOf(area, company)).toBe(null)
    },
  )

  test('names what is missing, not a permission', () => {
    const problemOf = (kind: UserKind, change: Change) => blockOf(contextOf(kind, change), leads)?.problem
    expect(problemOf('client', { setupComplete: false })).toBe(
      'Your setup isn’t complete. Finish it in Profile Setup first.',
    )
    expect(problemOf('agencyOwner', failedPayment)).toBe('Your last payment failed. Update your card first.')
  })

  test('does not block users in good standing, or a root user in view mode', () => {
    for (const kind of userKinds.filter((one) => one !== 'salesRep')) expect(blockOf(contextOf(kind), leads)).toBe(null)
    expect(blockOf(contextOf('agencyOwner', { ...failedPayment, viewer: { mayAnalyze: false } }), leads)).toBe(null)
  })
})
