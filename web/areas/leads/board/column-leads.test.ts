import { expect, test } from 'vitest'
import type { LeadRow } from '#contract/leads/lead.ts'
import { columnLeads } from './column-leads.ts'

const lead = (id: string, status: string) => ({ id, status }) as LeadRow
const ids = (column: { leads: readonly LeadRow[] }): string[] => column.leads.map(({ id }) => id)
const [ann, bob, cleo] = [lead('ann', 'new'), lead('bob', 'new'), lead('cleo', 'won')]

test('a column shows its own leads while nothing moves', () => {
  expect(columnLeads({ data: [ann, bob], total: 30 }, [], 'new')).toEqual({ leads: [ann, bob], total: 30 })
})

test('a lead that moves leaves its column and is first in the other, which counts it', () => {
  const running = [{ lead: bob, to: 'won' }]
  const [before, after] = [
    columnLeads({ data: [ann, bob], total: 2 }, running, 'new'),
    columnLeads({ data: [cleo], total: 1 }, running, 'won'),
  ]
  expect([ids(before), before.total]).toEqual([['ann'], 1])
  expect([ids(after), after.total]).toEqual([['bob', 'cleo'], 2])
})

test('a move that the lists show already is counted once', () => {
  const running = [{ lead: bob, to: 'won' }]
  expect(columnLeads({ data: [ann], total: 1 }, running, 'new').total).toBe(1)
  const wonColumn = columnLeads({ data: [cleo, lead('bob', 'won')], total: 2 }, running, 'won')
  expect([ids(wonColumn), wonColumn.total]).toEqual([['cleo', 'bob'], 2])
})
