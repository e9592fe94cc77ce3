import type { Config } from '#server/platform/config.ts'
import { runChecks } from './run-checks.ts'

/** What the doctor says about the data; the rest is about this machine and this moment. */
const partsOfData = new Set(['database', 'secrets', 'ledger', 'activity'])

/** The failures that the doctor finds in the data of an installation. */
export async function problemsOfData(config: Config): Promise<string[]> {
  const problems: string[] = []
  await runChecks(config, (part, findings) => {
    if (!partsOfData.has(part)) return
    problems.push(...findings.flatMap(({ state, text }) => (state === 'failure' ? [`${part}: ${text}`] : [])))
  })
  return problems
}
