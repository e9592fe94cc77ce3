import { describe, expect, test } from 'vitest'
import { userKinds, type UserKind } from '../people/user-kind.ts'
import { accountNoticesOf } from './notices.ts'
import { contextOf, type Change } from './access-context.test-support.ts'

const told = (kind: UserKind, change: Change, isInLeadsMenu = false): string =>
  accountNoticesOf(contextOf(kind, change), isInLeadsMenu).join(' ')

describe('account notices', () => {
  test('R103: are not shown for a complete account', () => {
    for (const kind of userKinds) expect([kind, told(kind, {})]).toEqual([kind, ''])
  })

  test.each([
    ['R104', '', 'connectAccount', 'salesConnect'],
    // OQ-24: there is no text for failed.
    ['R104', 'failed', 'connectAccount', 'salesConnect'],
    ['R105', 'pending', 'continueConnecting', 'salesContinue'],
    ['R106', 'inverification', 'inVerification', 'inVerification'],
  ] as const)(
    '%s, R107: show, while the connection is "%s", %s to agencies and %s to sales staff',
    (_rule, state, agency, sales) => {
      const change: Change = { payments: { accountConnected: state } }
      const heard = userKinds.map((kind) => [kind, told(kind, change)])
      expect(Object.fromEntries(heard)).toEqual({
        rootSystem: '',
        rootAdmin: '',
        agencyOwner: agency,
        administrator: agency,
        client: '',
        salesRep: sales,
        accountExecutive: sales,
      })
    },
  )

  test('OQ-24: do not ask for an account from those that count as connected without one', () => {
    expect(told('agencyOwner', { payments: { accountConnected: '', gateway: 'other' } })).toBe('')
    expect(told('agencyOwner', { payments: { accountConnected: 'failed', manualBill: true } })).toBe('')
  })

  test('R108: ask for the payment setup when the profile is complete but has no card', () => {
    const change: Change = { payments: { hasCard: false } }
    expect([told('agencyOwner', change), told('client', change), told('rootSystem', change)]).toEqual([
      'paymentSetup',
      'paymentSetup',
      '',
    ])
    expect(told('client', { ...change, profileComplete: false })).toBe('')
    expect(told('client', { payments: { hasCard: false, gateway: 'other' } }), 'settled by hand').toBe('')
  })

  test('R109, OQ-01: ask to complete the profile when there is a card, outside the leads menu', () => {
    const change: Change = { profileComplete: false }
    expect([told('agencyOwner', change), told('client', change)]).toEqual(['completeProfile', 'completeProfile'])
    expect(told('client', change, true)).toBe('')
    expect(told('accountExecutive', change)).toBe('')
  })
})
