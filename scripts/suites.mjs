// Runs suites of vitest and sums what they count into one line.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { at, root } from './lib.mjs'

/** Runs a suite; answers its counts. Of several at once each says what it has to say when it has ended. */
async function runSuite({ name, args, env = {} }, isAlone) {
  const report = at('.tmp', `report-${name.replaceAll(/\W+/g, '-')}.json`)
  rmSync(report, { force: true })
  if (isAlone) console.log(`\n== ${name}`)
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...args,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      cwd: root,
      stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'test', ...env },
    },
  )
  const said = []
  child.stdout?.on('data', (part) => said.push(part))
  child.stderr?.on('data', (part) => said.push(part))
  const status = await new Promise((ended) => child.once('close', ended))
  if (!isAlone) console.log(`\n== ${name}\n${Buffer.concat(said)}`)
  const counted = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  const { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests: skipped = 0 } = counted
  // A suite that dies outside a test (a file that does not load), or in which nothing ran, is a failure too.
  const isWhole = status === 0 && passed > 0
  return { passed, skipped, failed: numFailedTests || (isWhole ? 0 : 1) }
}

/** Runs line after line, those of one line at once; ends the process with the one line that counts all of them. */
export async function runSuites(suites) {
  mkdirSync(at('.tmp'), { recursive: true })
  const all = []
  for (const together of suites)
    all.push(...(await Promise.all(together.map((suite) => runSuite(suite, together.length === 1)))))
  const sum = (name) => all.reduce((total, counts) => total + counts[name], 0)
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum)
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(failed === 0 ? 0 : 1)
}
