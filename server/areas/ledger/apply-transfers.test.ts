import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyTransfers } from './apply-transfers.ts'
import type { Flow, NewTransfer } from './book.ts'

const transfer = (over: Partial<Flow> & { amount_e4?: number }): NewTransfer => {
  const { amount_e4 = 1, ...flow } = over
  return {
    id: 't',
    amount_e4,
    referenceId: 'r',
    flow: { debitAccountId: 'a', creditAccountId: 'b', kind: 'k', referenceKind: 'lead', clientId: null, ...flow },
  }
}

const accounts = ['a', 'b', 'c', 'd']
const start = (): Map<string, number> => new Map(accounts.map((id) => [id, 0]))

const transfers = fc.array(
  fc
    .record({
      accounts: fc.shuffledSubarray(accounts, { minLength: 2, maxLength: 2 }),
      amount_e4: fc.integer({ min: 1, max: 1_000_000_000 }),
    })
    .map(({ accounts: [debit, credit], amount_e4 }) =>
      transfer({ debitAccountId: debit!, creditAccountId: credit!, amount_e4 }),
    ),
  { maxLength: 100 },
)

describe('applying transfers', () => {
  test('keeps the sum of all balances at 0', () => {
    fc.assert(
      fc.property(transfers, (list) => {
        const { balances } = applyTransfers(start(), list)
        expect([...balances.values()].reduce((sum, balance_e4) => sum + balance_e4, 0)).toBe(0)
      }),
    )
  })

  test('gives the same balances however the transfers are split into batches', () => {
    fc.assert(
      fc.property(transfers, fc.nat(100), (list, cut) => {
        const first = applyTransfers(start(), list.slice(0, cut))
        const second = applyTransfers(first.balances, list.slice(cut))
        const whole = applyTransfers(start(), list)
        expect([...first.applied, ...second.applied]).toEqual(whole.applied)
        expect(second.balances).toEqual(whole.balances)
      }),
    )
  })

  test('records on each transfer the balances of both accounts after it', () => {
    const { applied } = applyTransfers(start(), [transfer({ amount_e4: 125 }), transfer({ amount_e4: 75 })])
    expect(applied.map((one) => [one.debitBalance_e4, one.creditBalance_e4])).toEqual([
      [-125, 125],
      [-200, 200],
    ])
  })

  test.each([
    ['nothing', { amount_e4: 0 }],
    ['less than nothing', { amount_e4: -5 }],
    ['half a cent', { amount_e4: 0.5 }],
    ['an account to itself', { creditAccountId: 'a' }],
    ['an unknown account', { creditAccountId: 'nobody' }],
    ['more than a number holds', { amount_e4: Number.MAX_SAFE_INTEGER + 1 }],
  ])('rejects a transfer of or to %s', (_what, over) => {
    expect(() => applyTransfers(start(), [transfer(over)])).toThrow()
  })
})
