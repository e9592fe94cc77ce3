import { expect, test } from 'vitest'
import type { Operation } from '#contract/core/operation.ts'
import { developerOperations } from '#server/areas/developers/describe-api.ts'
import { routes } from '#server/routes.ts'

const operations: readonly Operation[] = routes.map(({ operation }) => operation)
const namesOf = (operations: readonly Operation[]): string[] => operations.map(({ name }) => name).toSorted()

test('the developer API document lists every call that is in its style or requires a scope', () => {
  const developerCalls = operations.filter(({ style, scope }) => style === 'developer' || scope !== undefined)
  expect(developerCalls.length).toBeGreaterThan(20)
  const documentedCalls = new Set(developerOperations)
  expect(namesOf(developerCalls.filter((operation) => !documentedCalls.has(operation)))).toEqual([])
})

test('the document lists no call that is not served', () => {
  expect(namesOf(developerOperations.filter((operation) => !operations.includes(operation)))).toEqual([])
})
