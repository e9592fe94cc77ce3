import { expect, test } from 'vitest'
import { modules, workingModules } from '#contract/campaigns/modules.ts'
import { moduleOf } from './registry.ts'

test('every module that works has its definition, and no other', () => {
  const defined = modules.filter((module) => {
    try {
      return Boolean(moduleOf(module))
    } catch {
      return false
    }
  })
  expect(defined).toEqual(workingModules)
})
