import { describe, expect, test } from 'vitest'
import { drawOn, type Room } from './share-room.ts'

describe('a lead’s credit', () => {
  const rooms = (...all: [free_e4: number, left_e4: number | null][]): Room[] =>
    all.map(([free_e4, left_e4], at) => ({ invoiceId: String(at), free_e4, left_e4 }))
  const take = (of: Room[], at: number, price_e4: number, planned_e4 = 0) =>
    drawOn(of, { askedBy: String(at), price_e4, plannedOf: () => planned_e4 })?.map(({ e4 }) => e4) ?? null

  test('takes from its own month, whatever newer ones have left', () => {
    expect(take(rooms([3, 0], [3, null]), 1, 3)).toEqual([3])
    expect(take(rooms([3, 0], [3, null]), 1, 4)).toBeNull()
  })

  test('moves the share that it displaces to older months', () => {
    expect(take(rooms([0, -1], [2, 2], [4, null]), 0, 5)).toEqual([2, 3])
    expect(take(rooms([0, -1], [2, 1], [4, null]), 0, 5)).toBeNull()
    expect(take(rooms([0, -1], [2, 2], [2, null]), 0, 5)).toBeNull()
    expect(take(rooms([0, null], [2, null], [4, 3]), 1, 5)).toEqual([2, 3])
  })

  test('counts what is planned for older months', () => {
    expect(take(rooms([0, null], [5, 5]), 0, 3, 2)).toEqual([3])
    expect(take(rooms([0, null], [5, 5]), 0, 3, 3)).toBeNull()
  })
})
