import { expect, test } from 'vitest'
import { modules, workingModules } from '#contract/campaigns/modules.ts'
import { openTree } from '#server/test/open-tree.ts'
import { moduleOf } from './registry.ts'

const { db } = await openTree()

test('every working module has a definition, and no other does', () => {
  const definedModules = modules.filter((module) => {
    try {
      return Boolean(moduleOf(module))
    } catch {
      return false
    }
  })
  expect(definedModules).toEqual(workingModules)
})

test('no table constraint lists the modules, so that adding one needs no migration', async () => {
  const { rows } = await db.adminPool.query<{ named: string }>(
    `select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as named from pg_constraint
      where contype = 'c' and pg_get_constraintdef(oid) ~ $1 order by 1`,
    [`'[{]?(${modules.join('|')})\\M`],
  )
  expect(rows.map(({ named }) => named)).toEqual([])
})
