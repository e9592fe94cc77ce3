import { describe, expect, test } from 'vitest'
import { userKinds, type UserKind } from '../people/user-kind.ts'
import { accountNoticesOf } from './notices.ts'
import { standingOf, type Change } from './access-context.test-support.ts'

const told = (kind: UserKind, change: Change, isInLeadsMenu = false): string =>
  accountNoticesOf(standingOf(kind, change), isInLeadsMenu).join(' ')

describe('notices about the account', () => {
  test('R103: tell nobody anything whose account is complete', () => {
    for (const kind of userKinds) expect([kind, told(kind, {})]).toEqual([kind, ''])
  })

  test.each([
    ['R104', '', 'connectAccount', 'salesConnect'],
    // OQ-24: there is no text for failed.
    ['R104', 'failed', 'connectAccount', 'salesConnect'],
    ['R105', 'pending', 'continueConnecting', 'salesContinue'],
    ['R106', 'inverification', 'inVerification', 'inVerification'],
  ] as const)(
    '%s, R107: while the connection is at "%s" agencies hear %s, sales staff %s',
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

  test('OQ-24: whoever counts as connected without an account is not asked for one', () => {
    expect(told('agencyOwner', { payments: { accountConnected: '', gateway: 'other' } })).toBe('')
    expect(told('agencyOwner', { payments: { accountConnected: 'failed', manualBill: true } })).toBe('')
  })

  test('R108: without a card a complete profile asks for the payment set-up', () => {
    const change: Change = { payments: { hasCard: false } }
    expect([told('agencyOwner', change), told('client', change), told('rootSystem', change)]).toEqual([
      'paymentSetup',
      'paymentSetup',
      '',
    ])
    expect(told('client', { ...change, profileComplete: false })).toBe('')
    expect(told('client', { payments: { hasCard: false, gateway: 'other' } }), 'settled by hand').toBe('')
  })

  test('R109, OQ-01: with a card an incomplete profile is asked for, outside the leads menu', () => {
    const change: Change = { profileComplete: false }
    expect([told('agencyOwner', change), told('client', change)]).toEqual(['completeProfile', 'completeProfile'])
    expect(told('client', change, true)).toBe('')
    expect(told('accountExecutive', change)).toBe('')
  })
})
