import { expect, test } from 'vitest'
import { chosenDays, filterDays } from '../chosen-days.ts'
import { leadsOf, visitsOf } from './rows-link.ts'

const place = { base: '/siteid' }
const days = { start: '2026-11-01', end: '2026-11-07' }
const today = '2026-11-20'

test('the leads of a figure are those of its days, module, campaign and client, without test leads', () => {
  const { to, search } = leadsOf(place, { days, module: 'local', campaign: 'c', client: 'all' })
  expect(to).toBe('/siteid/leads')
  expect(search).toMatchObject({ kind: 'lead', module: 'local', campaign: 'c' })
  expect(search['client']).toBeUndefined()
  expect(filterDays(String(search['days']), today)).toMatchObject(days)
})

test('a figure without days opens all leads', () => {
  expect(leadsOf(place, { campaign: 'c' }).search['days']).toBeUndefined()
})

test('the visits of a figure are those of its days, with the reason that was counted', () => {
  const { to, search } = visitsOf(place, { days, client: 'x' }, 'no_match')
  expect(to).toBe('/siteid/visits')
  expect(search).toMatchObject({ client: 'x', reason: 'no_match' })
  expect(chosenDays(search as Record<string, string>, today)).toMatchObject(days)
})
