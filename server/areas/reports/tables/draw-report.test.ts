import { expect, test } from 'vitest'
import { mostReportRows } from '#contract/reports/tables.ts'
import { drawReport } from './draw-report.ts'

test('the longest report is drawn while the process goes on with everything else', async () => {
  let turns = 0
  let isDone = false
  const turn = (): void => {
    turns++
    if (!isDone) setImmediate(turn)
  }
  turn()
  const rows = Array.from({ length: mostReportRows }, (_, n) => ({
    name: `Campaign ${n}`,
    date: null,
    detail: 'Plumbright',
    values: [n, n / mostReportRows],
  }))
  const file = await drawReport(
    {
      title: 'By campaign',
      lines: ['November'],
      head: ['Campaign', 'Visits', 'Match rate'],
      units: ['count', 'rate'],
      rows,
      total: { name: 'Total', values: [1, 1] },
      page: (page) => `Page ${page}`,
    },
    {
      table: {} as never,
      brand: { name: 'Acme', color: '#0f766e', modules: {} as never },
      language: 'en',
      format: 'pdf',
      clientName: null,
      module: null,
    },
  )
  isDone = true
  expect(file.toString('latin1', 0, 5)).toBe('%PDF-')
  expect(turns).toBeGreaterThan(50)
})
