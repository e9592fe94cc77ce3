import { describe, expect, test } from 'vitest'
import { drawCredit, type RefundableMonth } from './refundable-shares.ts'

describe('a lead’s credit', () => {
  const months = (...all: [refundable_e4: number, invoiceLeft_e4: number | null][]): RefundableMonth[] =>
    all.map(([refundable_e4, invoiceLeft_e4], at) => ({ invoiceId: String(at), refundable_e4, invoiceLeft_e4 }))
  const take = (of: RefundableMonth[], at: number, price_e4: number, planned_e4 = 0) =>
    drawCredit(of, { ownInvoiceId: String(at), price_e4, plannedOf: () => planned_e4 })?.map(({ e4 }) => e4) ?? null

  test('takes from its own month, whatever newer ones have left', () => {
    expect(take(months([3, 0], [3, null]), 1, 3)).toEqual([3])
    expect(take(months([3, 0], [3, null]), 1, 4)).toBeNull()
  })

  test('moves the share that it displaces to older months', () => {
    expect(take(months([0, -1], [2, 2], [4, null]), 0, 5)).toEqual([2, 3])
    expect(take(months([0, -1], [2, 1], [4, null]), 0, 5)).toBeNull()
    expect(take(months([0, -1], [2, 2], [2, null]), 0, 5)).toBeNull()
    expect(take(months([0, null], [2, null], [4, 3]), 1, 5)).toEqual([2, 3])
  })

  test('counts what is planned for older months', () => {
    expect(take(months([0, null], [5, 5]), 0, 3, 2)).toEqual([3])
    expect(take(months([0, null], [5, 5]), 0, 3, 3)).toBeNull()
  })
})
