import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modules } from '../campaigns/modules.ts'
import type { PermissionMenu } from '../core/access.ts'
import { everyPermission } from '../people/menu-flags.ts'
import { userKinds, type UserKind } from '../people/user-kind.ts'
import { contextOf, type Change } from './access-context.test-support.ts'
import { guard } from './guard.ts'
import { landingOf } from './landing.ts'
import { sidebarOf } from './menus.ts'
import { addressOf, protectedPages } from './protected-pages.ts'
import { openPagesOf } from './sidebar-pages.ts'

/** A role that opens one menu. */
const role = (menu: PermissionMenu): Change => ({ permissions: { [`${menu}.enable`]: true } })

function onlyOn(...some: readonly string[]): Change['modules'] {
  const entries = modules.map((name) => [name, { url: `${name}-url`, enabled: some.includes(name) }] as const)
  return Object.fromEntries(entries) as Change['modules']
}

describe('where a user lands', () => {
  // rule, kind, change, page
  const lands: readonly (readonly [string, UserKind, Change, string | undefined])[] = [
    ['R062', 'client', { profileComplete: false }, '/user/profile-setup'],
    ['R062', 'agencyOwner', { profileComplete: false, payments: { chargesEnabled: false } }, '/user/profile-setup'],
    ['R062', 'administrator', { profileComplete: false }, '/user/profile-setup'],
    ['R069', 'rootSystem', { profileComplete: false }, '/configuration/agency-list'],
    ['R063', 'client', {}, '/locator-url/dashboard'],
    ['R064', 'client', { modules: onlyOn('local') }, '/local-url/dashboard'],
    ['R064', 'client', { modules: onlyOn('enhance') }, '/enhance-url/dashboard'],
    ['R064', 'client', { modules: onlyOn('b2b') }, '/b2b-url/dashboard'],
    ['R063', 'client', { campaignModules: ['local', 'locator'] }, '/locator-url/dashboard'],
    ['R064', 'client', { campaignModules: ['local'] }, '/local-url/dashboard'],
    ['R064', 'client', { campaignModules: ['b2b', 'enhance'] }, '/enhance-url/dashboard'],
    ['R064', 'client', { campaignModules: ['local'], modules: onlyOn('b2b') }, '/b2b-url/dashboard'],
    ['R074', 'client', { setupComplete: false, payments: { failed: true } }, '/user/card-setting'],
    ['R076', 'client', { payments: { hasCard: false } }, '/user/profile-setup'],
    ['R065', 'salesRep', {}, '/configuration/sales-connect-account'],
    ['R065', 'accountExecutive', {}, '/configuration/sales-connect-account'],
    ['R065', 'salesRep', { profileComplete: false }, '/configuration/sales-connect-account'],
    [
      'R065',
      'accountExecutive',
      { profileComplete: false, setupComplete: false },
      '/configuration/sales-connect-account',
    ],
    ['R066', 'rootSystem', {}, '/configuration/agency-list'],
    ['R066', 'rootAdmin', {}, '/configuration/agency-list'],
    ['R067', 'agencyOwner', { payments: { chargesEnabled: false } }, '/configuration/general-setting'],
    ['R070', 'agencyOwner', { payments: { payoutsEnabled: false } }, '/configuration/general-setting'],
    ['R068', 'administrator', { payments: { payoutsEnabled: false } }, '/local-url/dashboard'],
    ['R068', 'agencyOwner', {}, '/local-url/dashboard'],
    ['R068', 'administrator', {}, '/local-url/dashboard'],
    ['R071', 'client', { profileComplete: false, viewer: { mayAnalyze: true } }, '/user/profile-setup'],
    ['R071', 'client', { viewer: { mayAnalyze: true } }, '/local-url/dashboard'],
    ['R071', 'client', { modules: onlyOn('locator'), viewer: { mayAnalyze: true } }, '/locator-url/dashboard'],
    ['R071', 'client', { campaignModules: ['locator'], viewer: { mayAnalyze: true } }, '/locator-url/dashboard'],
    ['R071', 'agencyOwner', { viewer: { mayAnalyze: true } }, '/configuration/general-setting'],
    ['R071', 'administrator', { viewer: { mayAnalyze: true } }, '/configuration/general-setting'],
    // A role with a single menu, or none: the first page of the sidebar, or null for the page that says whom to ask.
    ['R068', 'administrator', role('settings'), '/configuration/client-management'],
    ['R068', 'administrator', role('ads'), '/banner/list'],
    ['R068', 'administrator', role('campaign'), '/campaign'],
    ['R068', 'administrator', role('leads'), '/local-url/dashboard'],
    ['R068', 'administrator', { modules: onlyOn('b2b') }, '/b2b-url/dashboard'],
    ['R068', 'agencyOwner', { modules: onlyOn('none') }, '/inbox'],
    ['R068', 'administrator', { permissions: {} }, undefined],
    ['R068', 'rootAdmin', role('ads'), '/banner/list'],
    ['R068', 'rootAdmin', { permissions: {} }, undefined],
    ['R071', 'administrator', { ...role('ads'), viewer: { mayAnalyze: true } }, '/banner/list'],
  ]
  test.each(lands)('%s: %s %j: %s', (_rule, kind, change, place) => {
    expect(landingOf(contextOf(kind, change))?.to).toBe(place)
  })
})

/** All 2^n roles. */
const anyFlags = fc
  .subarray([...everyPermission, 'report_analytics'])
  .map((flags): Record<string, boolean> => Object.fromEntries(flags.map((one) => [one, true])))
const flag = fc.boolean()
const anyFacts = fc.record({
  kind: fc.constantFrom(...userKinds),
  setupComplete: flag,
  profileComplete: flag,
  onboarding: flag,
  mayManageCampaigns: flag,
  permissions: fc.oneof(fc.constant<Record<string, boolean>>({ all: true }), anyFlags),
  viewer: fc.constantFrom(null, { mayAnalyze: true }),
  payments: fc.record({
    gateway: fc.constantFrom('stripe' as const, 'other' as const),
    hasCard: flag,
    failed: flag,
    manualBill: flag,
    hasPackage: flag,
    chargesEnabled: flag,
    payoutsEnabled: flag,
    accountConnected: fc.constantFrom(
      '' as const,
      'pending' as const,
      'completed' as const,
      'inverification' as const,
      'failed' as const,
    ),
  }),
  unpaid: fc.constantFrom(null, 'fee' as const, 'payment' as const, 'package' as const),
  modules: fc.subarray([...modules]).map((some) => onlyOn(...some)),
  campaignModules: fc.subarray([...modules]),
})

test('everybody lands on a page that the guards show, in a sidebar that is not empty, whatever the state', () => {
  const paths = protectedPages.map(({ path }) => path).filter((path) => !besides.includes(path))
  fc.assert(
    fc.property(anyFacts, ({ kind, ...change }) => {
      const access = contextOf(kind, change)
      const landing = landingOf(access)
      const sidebar = sidebarOf(access)
      const entries = [...sidebar.modules, ...sidebar.company]
      for (const { to } of entries) expect(guard(access, to)).toEqual({ kind: 'shown' })
      if (landing) {
        expect(guard(access, landing.to)).toEqual({ kind: 'shown' })
        expect(entries).not.toEqual([])
        return
      }
      // Without a landing page nothing is open, besides what belongs to the person and what only links lead to.
      expect(entries).toEqual([])
      expect(openPagesOf(access)).toEqual([])
      const open = paths.filter((path) => guard(access, addressOf(access, path)).kind === 'shown')
      expect(open).toEqual([])
    }),
    { numRuns: 4_000 },
  )
})

/** Pages that nobody lands on: those about oneself, which everybody of a kind may open. */
const besides = [
  'user/profile',
  'user/profile-setup',
  'user/profile-setup-v1',
  'user/card-setting',
  'user/questionnaire',
  'user/questionnaire-add',
  'user/team',
  'user/agreements',
  'help',
  'download-auth',
  // Hidden from menus (D1 §2.2).
  '{module}/leads-management',
]

test('redirects never loop and always end at a page or at no access, whatever the state', () => {
  fc.assert(
    fc.property(anyFacts, fc.constantFrom(...protectedPages), ({ kind, ...change }, { path }) => {
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
