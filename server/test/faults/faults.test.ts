import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/platform/project-root.ts'
import { allFaults, faultsByArea } from './all-faults.ts'
import { spoil } from './fault.ts'
import { faultsPage, faultsPagePath } from './faults-page.ts'

// The faults that `npm run faults` plants: here only that each can still be planted and names a test.

test('each fault can be planted, and names a test', () => {
  const problems = allFaults.flatMap((fault) => {
    const problemsOfFault: string[] = []
    try {
      spoil(readFileSync(join(projectRoot, fault.file), 'utf8'), fault)
    } catch (error) {
      problemsOfFault.push((error as Error).message)
    }
    if (!existsSync(join(projectRoot, fault.test))) problemsOfFault.push(`${fault.name}: there is no ${fault.test}`)
    return problemsOfFault
  })
  expect(problems).toEqual([])
})

test('there are at least sixty, of every area, each with a name of its own', () => {
  expect(allFaults.length).toBeGreaterThanOrEqual(60)
  for (const faults of Object.values(faultsByArea)) expect(faults.length).toBeGreaterThan(4)
  expect(new Set(allFaults.map(({ name }) => name)).size).toBe(allFaults.length)
})

test('the list is up to date: npm run faults -- list', () => {
  expect(readFileSync(faultsPagePath, 'utf8')).toBe(faultsPage())
})
