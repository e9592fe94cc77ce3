import { expect, test } from 'vitest'
import { listLeads } from '#contract/leads/leads.ts'
import { readStanding } from '#contract/inbox/standing.ts'
import { readAccess, readMe } from '#contract/people/user.ts'
import { readReportAttention, readReportChart } from '#contract/reports/dashboard.ts'
import { requestOf, type AnyInput } from '../api/call.ts'
import { queryText } from '../api/request.ts'
import type { Operation } from '#contract/core/operation.ts'
import { dashboardReads, sessionReads } from './early-reads.ts'

const addressOf = (operation: Operation, input: AnyInput): string => {
  const { path, query } = requestOf(operation, input)
  return `/api${path}${queryText(query)}`
}

test('the signed-in user is requested early at the contract’s paths', () => {
  expect(sessionReads).toEqual([
    addressOf(readMe, {}),
    addressOf(readAccess, { params: { id: 'all' } }),
    addressOf(readStanding, {}),
  ])
})

test('so is what the dashboard reads first, for the days up to today in the reports’ time zone', () => {
  // In New York it is still the previous day.
  const now_ms = Date.parse('2026-03-02T03:00:00Z')
  const whose = { companyId: 'c1', clientId: 'all' }
  const query = { moduleType: 'local' }
  expect(dashboardReads('c1', 'local', now_ms)).toEqual([
    addressOf(readReportChart, { params: { ...whose, start: '2026-01-31', end: '2026-03-01' }, query }),
    addressOf(readReportAttention, { params: whose, query }),
    addressOf(listLeads, {
      params: { ...whose, start: 'all', end: 'all' },
      query: { page: 1, perPage: 5, kind: 'lead', ...query },
    }),
  ])
})
