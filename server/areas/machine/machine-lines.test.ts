import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/platform/project-root.ts'
import { lines } from './machine-lines.ts'

const alerts = readFileSync(join(projectRoot, 'deploy/monitoring/alerts.yml'), 'utf8')
const allLines = Object.entries(lines)

test('each line leads to a runbook that exists', () => {
  const missing = allLines.filter(([, { runbook }]) => !existsSync(join(projectRoot, `docs/runbooks/${runbook}.md`)))
  expect(missing.map(([line]) => line)).toEqual([])
})

test.each(allLines.filter(([, { alert }]) => alert !== undefined))(
  '%s is a problem on the page exactly when its alert fires',
  (_line, { alert, limit, runbook }) => {
    const [, expression, severity, page] = new RegExp(
      `- alert: ${alert}\\n\\s+expr: '(.+)'\\n\\s+for: .+\\n\\s+labels: \\{ severity: (\\w+) \\}[\\s\\S]+?runbook: docs/runbooks/(.+)\\.md`,
    ).exec(alerts)!
    const [comparison, most, state] = limit!
    expect(expression!.endsWith(` ${comparison} ${most}`)).toBe(true)
    expect(severity).toBe(state === 'failure' ? 'critical' : 'warning')
    expect(page).toBe(runbook)
  },
)
