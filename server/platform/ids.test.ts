import { describe, expect, test } from 'vitest'
import { newId, newIdsInOrder, timeOfId } from './ids.ts'

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const now_ms = Date.UTC(2026, 0, 12)

describe('many ids of one moment', () => {
  test('sort in the order in which they are returned, and are unique', () => {
    const ids = newIdsInOrder(now_ms, 10_000)
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(10_000)
  })

  test('are version 7 and contain the moment, like single ones', () => {
    for (const id of [...newIdsInOrder(now_ms, 100), newId(now_ms)]) {
      expect(id).toMatch(version7)
      expect(timeOfId(id)).toBe(now_ms)
    }
  })

  test('are none if none are requested, and fail if there are too many to sort', () => {
    expect(newIdsInOrder(now_ms, 0)).toEqual([])
    expect(() => newIdsInOrder(now_ms, 2 ** 18 + 1)).toThrow(RangeError)
  })
})
