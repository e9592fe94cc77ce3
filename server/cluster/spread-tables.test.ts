import { describe, expect, it } from 'vitest'
import type { Table } from './read-catalog.ts'
import { inOrder } from './spread-tables.ts'

const table = (name: string, refersTo: string[] = [], changes: Partial<Table> = {}): Table => ({
  name,
  should: 'distributed',
  is: 'local',
  isPartition: false,
  refersTo,
  ...changes,
})
const namesOf = (tables: readonly Table[]): string[] => inOrder(tables).map(({ name }) => name)

describe('tables are spread', () => {
  it('each after those it refers to', () => {
    expect(
      namesOf([table('run', ['schedule']), table('row', ['run', 'lead']), table('schedule'), table('lead')]),
    ).toEqual(['schedule', 'run', 'lead', 'row'])
  })

  it('what is copied to each node first, also where two of these refer to each other', () => {
    const copied = { should: 'reference' } as const
    expect(
      namesOf([
        table('campaign', ['company']),
        table('company_group', ['company'], copied),
        table('company', ['company_group', 'company'], copied),
      ]),
    ).toEqual(['company', 'company_group', 'campaign'])
  })

  it('but not what is spread, stays, or is a part of one', () => {
    expect(
      namesOf([
        table('done', [], { is: 'distributed' }),
        table('charge', [], { should: 'local' }),
        table('hit_1', [], { isPartition: true }),
        table('lead', ['done']),
      ]),
    ).toEqual(['lead'])
  })

  it('not at all where they refer to each other in a circle', () => {
    expect(() => inOrder([table('a', ['b']), table('b', ['a'])])).toThrow('references itself')
  })
})
