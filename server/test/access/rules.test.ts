import { describe, expect, test } from 'vitest'
import { callerKinds, type CallerKind } from '#contract/core/access.ts'
import { signInScope } from '#contract/core/api-scopes.ts'
import type { Operation } from '#contract/core/operation.ts'
import { routes } from '#server/routes.ts'

/** R148, R221. */
const viewers = ['rootSystem', 'accountExecutive', 'agencyOwner'] as const
const openToExecutives = ['switchUser', 'updateUser', 'readSetting', 'saveSetting', 'readRetailCost', 'setRetailCost']

// The specification's rules about callers, read from docs/specification/rules.tsv independently of the declarations and
// compared with them: a wrong declaration would pass every test that is generated from it.

interface Reading {
  rules: string
  says: string
  /** The operations that the rules are about. */
  of: (operation: Operation) => boolean
  /** Whether a declaration complies. */
  holds: (operation: Operation) => boolean
}

const kindsOf = (operation: Operation): CallerKind[] => callerKinds.filter((kind) => operation.access[kind])
const onlyFor =
  (...kinds: CallerKind[]) =>
  (operation: Operation): boolean =>
    kindsOf(operation).every((kind) => kinds.includes(kind))
const alsoFor =
  (...kinds: CallerKind[]) =>
  (operation: Operation): boolean =>
    kinds.every((kind) => operation.access[kind] !== undefined)
const isNamed =
  (...names: string[]) =>
  (operation: Operation): boolean =>
    names.includes(operation.name)
const isAbout =
  (...kinds: string[]) =>
  (operation: Operation): boolean =>
    kinds.includes(operation.object?.kind ?? 'none')
const writes = (operation: Operation): boolean => operation.method !== 'GET'
const both =
  (...tests: ((operation: Operation) => boolean)[]) =>
  (operation: Operation): boolean =>
    tests.every((each) => each(operation))
const everything = (): boolean => true

const beforeSignIn = isNamed(
  'login',
  'refreshToken',
  'readKeys',
  'readDomain',
  // Public document pages (R019).
  'readDocument',
  // A developer's own software, and the single sign-on that it starts (R017, OQ-29).
  'readDeveloperApi',
  'readDeveloperClient',
  'issueDeveloperToken',
  'issueOauthToken',
  'issueSsoToken',
  'validateSso',
  'forgetPassword',
  'verifyResetToken',
  'setNewPassword',
  // A gateway's card form, in a frame that shows no personal data.
  'showCardForm',
  'verifyLogin',
  'resendCode',
  'readCaptcha',
  'register',
  'suggestSubdomain',
  'verifyRegistration',
  'confirmRegistration',
  'checkReferral',
  'confirmEmail',
  // Leaving view mode must work with an expired token.
  'switchBack',
  // A frame cannot authenticate: its URL carries the result of the access check.
  'showEmbeddedCode',
  'showMailSample',
  // One report, for anyone with the token in its link (decision 65).
  'openSharedReport',
  // One invoice, for anyone with the token in its link (decision 315).
  'openPaymentLink',
  'payByLink',
  'checkLinkPayment',
)
/** What a stranger may do as well: all of the above but signing others in, which takes a key or its token. */
const forStrangers = both(beforeSignIn, (operation) => operation.name !== 'issueSsoToken')
const people: CallerKind[] = callerKinds.filter((kind) => kind !== 'anonymous' && kind !== 'developer')
const roots: CallerKind[] = ['rootSystem', 'rootAdmin']

const readings: Reading[] = [
  {
    rules: 'R001, R002, R003, R004',
    says: 'The tree is nested: nobody reaches up, sideways or into another tree.',
    of: everything,
    holds: (operation) =>
      Object.values(operation.access).every((grant) => grant.reach.every((one) => one === 'own' || one === 'below')),
  },
  {
    rules: 'R014, R021',
    says: 'Without signing in there is the sign-in, its keys and the brand of a host, and nothing else.',
    of: (operation) => !beforeSignIn(operation),
    holds: onlyFor(...people, 'developer'),
  },
  {
    rules: 'R160',
    says: 'The brand of a host is there before the sign-in.',
    of: beforeSignIn,
    holds: alsoFor('anonymous'),
  },
  {
    rules: 'R056, R080',
    says: 'Everybody who signs in may read who they are and sign out again.',
    of: isNamed('logout', 'readMe'),
    holds: alsoFor(...people),
  },
  {
    rules: 'R004, R048',
    says: 'A client sees what is its own; nothing lies below it.',
    of: everything,
    holds: (operation) => operation.access.client?.reach.every((one) => one === 'own') ?? true,
  },
  {
    rules: 'R005, R141, R151, R152',
    says: 'Sales staff touch no company, person, campaign or lead, but an account executive reads lists of companies, views as, edits and sets costs (R148).',
    of: (operation) => !isAbout('none')(operation),
    holds: (operation) =>
      !operation.access.salesRep &&
      (!operation.access.accountExecutive ||
        isNamed('listCompanies', 'getCompany', 'listDownline', ...openToExecutives)(operation)),
  },
  {
    rules: 'R033, R034, R035, R045',
    says: 'Lists of companies are for those above them.',
    of: isNamed('listCompanies'),
    holds: both(
      onlyFor('rootSystem', 'rootAdmin', 'agencyOwner', 'administrator', 'accountExecutive'),
      alsoFor('rootSystem', 'agencyOwner'),
    ),
  },
  {
    rules: 'R003, R004, R045',
    says: 'Leads are read by the client they belong to and by its agency.',
    of: isNamed('listLeads', 'getLead', 'exportLeads', 'liveLeads', 'listVisits', 'searchVisits'),
    holds: alsoFor('client', 'agencyOwner', 'administrator'),
  },
  {
    rules: 'R031',
    says: 'Campaigns are the business of agencies and clients: people of the operator do not change them.',
    of: both(isAbout('campaign'), writes, (operation) => operation.area === 'campaigns'),
    holds: (operation) => isNamed('checkSiteEmbededCode')(operation) || roots.every((kind) => !operation.access[kind]),
  },
  {
    rules: 'R143, R144, R147',
    says: 'An administrator’s role decides what they change: every change asks for a flag, unless it is of their own views of lists.',
    of: both(writes, (operation) => !isAbout('none')(operation) && operation.area !== 'views'),
    holds: (operation) =>
      operation.access.administrator === undefined || operation.access.administrator.permission !== undefined,
  },
  {
    rules: 'decision 61',
    says: 'Whatever a developer may call and a stranger may not takes a scope; signing people in has one of its own.',
    of: both(
      ({ access }) => access.developer !== undefined,
      (operation) => !forStrangers(operation),
    ),
    holds: ({ name, scope }) => scope !== undefined && (scope === signInScope) === (name === 'issueSsoToken'),
  },
  {
    rules: 'R143',
    says: 'A flag of an administrator belongs to a menu that the role can switch off.',
    of: everything,
    holds: (operation) =>
      Object.values(operation.access).every(
        ({ permission }) =>
          permission === undefined || /^(ads|campaign|leads|settings)\.(enable|create|update|delete)$/.test(permission),
      ),
  },
  {
    rules: 'R096, R148 (OQ-06), decision 239',
    says: 'A root system user looks on as somebody below, an account executive as people of what is assigned to them, an owner as clients, nobody else.',
    of: isNamed('switchUser'),
    holds: both(onlyFor(...viewers), alsoFor(...viewers), ({ access }) =>
      Object.values(access).every(({ reach }) => reach.join() === 'below'),
    ),
  },
  {
    rules: 'R148',
    says: 'Account executives edit and set costs of what is assigned to them: never of the operator that they belong to.',
    of: isNamed(...openToExecutives),
    holds: ({ access }) => access.accountExecutive?.reach.join() === 'below',
  },
  {
    rules: 'R151',
    says: 'Sales staff have no part in manual bills, the onboarding charge, the sales setting, removing and user logs.',
    of: isNamed(
      'setBillingMethod',
      'settleManualBill',
      'quoteBilling',
      'setOnboarding',
      'getOnboarding',
      'setSales',
      'listSales',
      'removeUser',
      'listUserLogs',
      'downloadUserLogs',
    ),
    holds: ({ access }) => !access.salesRep && !access.accountExecutive,
  },
  {
    rules: 'R143, R147, R148, R150',
    says: 'Roles and administrators are the business of those who run a company, and of its administrators by flag.',
    of: (operation) => /Role|Administrator|Invitation/.test(operation.name),
    holds: both(
      onlyFor('rootSystem', 'rootAdmin', 'agencyOwner', 'administrator'),
      alsoFor('rootSystem', 'agencyOwner'),
    ),
  },
  {
    rules: 'R044, and the identity data is the operator’s',
    says: 'Identity data is brought in by the operator alone.',
    of: (operation) => operation.area === 'identity' || isAbout('import')(operation),
    holds: onlyFor(...roots),
  },
]

describe('the declared access follows the rules', () => {
  const operations = routes.map((route) => route.operation)

  test('and there are operations to check', () => {
    expect(operations.length).toBeGreaterThan(20)
  })

  test.each(readings.map((reading) => [reading.rules, reading] as const))('%s', (_rules, { says, of, holds }) => {
    const subjects = operations.filter(of)
    expect([says, subjects.length > 0]).toEqual([says, true])
    const mistakes = subjects.filter((operation) => !holds(operation))
    expect([says, mistakes.map((operation) => operation.name)]).toEqual([says, []])
  })
})
