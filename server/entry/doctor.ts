import './ensure-home.ts'
import { runChecks } from '#server/doctor/run-checks.ts'
import { linesOf } from '#server/doctor/finding.ts'
import { configOrExit } from './config-or-exit.ts'

// Exit code 0: nothing is wrong, or only warnings.

let failures = 0
await runChecks(configOrExit(), (part, findings) => {
  failures += findings.filter(({ state }) => state === 'failure').length
  for (const line of linesOf(part, findings)) console.log(line)
})
console.log(failures === 0 ? '\nNo problems found.' : `\n${failures} ${failures === 1 ? 'problem' : 'problems'} found.`)
process.exit(failures === 0 ? 0 : 1)
