import { describe, expect, test } from 'vitest'
import { userKinds, type UserKind } from '../people/user-kind.ts'
import { accountNoticesOf } from './notices.ts'
import { contextOf, type Change } from './access-context.test-support.ts'

const noMoneyFacts = {
  declinedPayments: 0,
  waitingPayments: 0,
  emptyTopUps: 0,
  isWalletEmpty: false,
  takesMoney: false,
}
type Facts = Change & Partial<typeof noMoneyFacts>

const noticesOf = (kind: UserKind, facts: Facts): string =>
  accountNoticesOf({ ...contextOf(kind, facts), ...noMoneyFacts, ...countsOf(facts) }).join(' ')
const countsOf = (facts: Facts): Partial<typeof noMoneyFacts> =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => name in noMoneyFacts))
const toldTo = (facts: Facts): Record<string, string> =>
  Object.fromEntries(userKinds.map((kind) => [kind, noticesOf(kind, facts)] as const).filter(([, text]) => text !== ''))

describe('account notices', () => {
  test('R103: are not shown for a complete account', () => {
    for (const kind of userKinds) expect([kind, noticesOf(kind, {})]).toEqual([kind, ''])
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
      const heard = userKinds.map((kind) => [kind, noticesOf(kind, change)])
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
    expect(noticesOf('agencyOwner', { payments: { accountConnected: '', gateway: 'other' } })).toBe('')
    expect(noticesOf('agencyOwner', { payments: { accountConnected: 'failed', manualBill: true } })).toBe('')
  })

  test('R011: ask an agency for an account where clients pay by card at Stripe, unless it settles by hand', () => {
    const otherGateway: Change = { payments: { accountConnected: '', gateway: 'other' } }
    const heard = (facts: Facts) => toldTo({ ...facts, takesMoney: true })
    expect(heard(otherGateway)).toEqual({
      agencyOwner: 'connectAccount',
      administrator: 'connectAccount',
    })
    expect(
      noticesOf('agencyOwner', { payments: { ...otherGateway.payments, manualBill: true }, takesMoney: true }),
    ).toBe('')
    expect(noticesOf('agencyOwner', { payments: { accountConnected: 'completed' }, takesMoney: true })).toBe('')
  })

  test('R108: ask for the payment setup when the profile is complete but has no card', () => {
    const change: Change = { payments: { hasCard: false } }
    expect([noticesOf('agencyOwner', change), noticesOf('client', change), noticesOf('rootSystem', change)]).toEqual([
      'paymentSetup',
      'paymentSetup',
      '',
    ])
    expect(noticesOf('client', { ...change, profileComplete: false })).toBe('')
    expect(noticesOf('client', { payments: { hasCard: false, gateway: 'other' } }), 'settled by hand').toBe('')
  })

  test('R109, OQ-01: ask to complete the profile when there is a card', () => {
    const change: Change = { profileComplete: false }
    expect([noticesOf('agencyOwner', change), noticesOf('client', change)]).toEqual([
      'completeProfile',
      'completeProfile',
    ])
    expect(noticesOf('accountExecutive', change)).toBe('')
  })

  test('R074, R075: tell everybody whom a failed payment stops, and only them', () => {
    expect(toldTo({ payments: { failed: true } })).toEqual({
      agencyOwner: 'paymentFailed',
      administrator: 'agencyPaymentFailed',
      client: 'paymentFailed',
    })
    expect(toldTo({ unpaid: 'payment' })).toEqual({ client: 'agencyStopped' })
    expect(toldTo({ unpaid: 'package' })).toEqual({
      agencyOwner: 'noPackage',
      administrator: 'noPackage',
      client: 'agencyNotReady',
    })
    expect(noticesOf('client', { unpaid: 'package', mayManageCampaigns: false })).toBe('')
  })

  test('tell of declined payments until they fail for good, and of what was paid beforehand and is used up', () => {
    expect(toldTo({ declinedPayments: 1 })).toEqual({
      agencyOwner: 'paymentDeclined',
      administrator: 'paymentDeclined',
      client: 'paymentDeclined',
    })
    expect(noticesOf('client', { declinedPayments: 1, payments: { failed: true } })).toBe('paymentFailed')
    expect(toldTo({ emptyTopUps: 1 })).toEqual({
      agencyOwner: 'topUpEmpty',
      administrator: 'topUpEmpty',
      client: 'topUpEmpty',
    })
    expect(toldTo({ isWalletEmpty: true })).toEqual({ agencyOwner: 'walletEmpty', administrator: 'walletEmpty' })
  })

  test('tell an agency that settles by hand of the payments that wait for its account', () => {
    const byHand: Change = { payments: { gateway: 'other', accountConnected: '' } }
    expect(toldTo(byHand)).toEqual({})
    expect(toldTo({ ...byHand, waitingPayments: 2 })).toEqual({
      agencyOwner: 'paymentsWait',
      administrator: 'paymentsWait',
    })
    expect(
      noticesOf('agencyOwner', { ...byHand, payments: { ...byHand.payments, hasPackage: false }, unpaid: 'package' }),
    ).toBe('noPackage')
  })

  test('R060: ask only agencies to fix the payment account', () => {
    expect(toldTo({ payments: { chargesEnabled: false, requirements: ['bank account'] } })).toEqual({
      agencyOwner: 'accountUpdate',
      administrator: 'accountUpdate',
    })
    expect(toldTo({ payments: { chargesEnabled: false } })).toEqual({})
    expect(toldTo({ payments: { requirements: ['bank account'] } })).toEqual({})
  })
})
