import { expect, test } from 'vitest'
import type { ReportFormat } from '#contract/reports/table-names.ts'
import { mostReportRows, type ReportTable } from '#contract/reports/tables.ts'
import { watchTurns } from '#server/test/watch-turns.ts'
import { writeReport } from './write-report.ts'

const columns = ['visits', 'match_rate', 'leads', 'cost_per_lead', 'spend', 'wholesale', 'margin'] as const

const write = (format: ReportFormat) =>
  writeReport({
    table: {
      kind: 'campaigns',
      start: '2026-11-01',
      end: '2026-11-20',
      time_zone: 'UTC',
      columns,
      rows: Array.from({ length: mostReportRows }, (_, n) => ({
        key: String(n),
        name: `Campaign ${n}`,
        detail: 'Plumbright',
        values: columns.map((_column, at) => n * at),
      })),
      total: columns.map(() => 1),
    } as unknown as ReportTable,
    brand: { name: 'Acme', color: '#0f766e', modules: {} as never },
    language: 'en',
    format,
    clientName: null,
    module: null,
  })

test.each([
  ['pdf', '%PDF-'],
  ['xlsx', 'PK'],
] as const)('the longest report is written as %s without blocking the process', async (format, begin) => {
  const { made, turns } = await watchTurns(() => write(format))
  expect(made.content.toString('latin1', 0, begin.length)).toBe(begin)
  expect(turns).toBeGreaterThan(50)
})
