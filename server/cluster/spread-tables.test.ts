import { describe, expect, it } from 'vitest'
import type { Table } from './read-catalog.ts'
import { inOrder } from './distribute-tables.ts'

const table = (name: string, refersTo: string[] = [], changes: Partial<Table> = {}): Table => ({
  name,
  should: 'distributed',
  is: 'local',
  isPartition: false,
  refersTo,
  ...changes,
})
const namesOf = (tables: readonly Table[]): string[] => inOrder(tables).map(({ name }) => name)

describe('tables are distributed', () => {
  it('each after the tables it references', () => {
    expect(
      namesOf([table('run', ['schedule']), table('row', ['run', 'lead']), table('schedule'), table('lead')]),
    ).toEqual(['schedule', 'run', 'lead', 'row'])
  })

  it('with those that are copied to each node first, even where two of these reference each other', () => {
    const referenceTable = { should: 'reference' } as const
    expect(
      namesOf([
        table('campaign', ['company']),
        table('company_group', ['company'], referenceTable),
        table('company', ['company_group', 'company'], referenceTable),
      ]),
    ).toEqual(['company', 'company_group', 'campaign'])
  })

  it('but not if they are distributed already, stay on the coordinator, or are partitions', () => {
    expect(
      namesOf([
        table('done', [], { is: 'distributed' }),
        table('charge', [], { should: 'local' }),
        table('hit_1', [], { isPartition: true }),
        table('lead', ['done']),
      ]),
    ).toEqual(['lead'])
  })

  it('unless they reference each other in a circle', () => {
    expect(() => inOrder([table('a', ['b']), table('b', ['a'])])).toThrow('references itself')
  })
})
