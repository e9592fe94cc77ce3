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
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'test', ...env },
    },
  )
  const parts = []
  const hear = (part) => {
    parts.push(part)
    if (isAlone) process.stdout.write(part)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const status = await new Promise((ended) => child.once('close', (code, signal) => ended(code ?? signal)))
  const said = Buffer.concat(parts).toString()
  if (!isAlone) console.log(`\n== ${name}\n${said}`)
  const counted = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  const { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests: skipped = 0 } = counted
  // A suite that dies outside a test (a file that does not load), or in which nothing ran, is a failure too.
  const isWhole = status === 0 && passed > 0
  const failed = numFailedTests || (isWhole ? 0 : 1)
  // An error outside of any test belongs to none that could be tried again.
  const isStray = said.includes('Unhandled Error')
  const failedTests = isStray ? [] : failedTestsOf(counted)
  const isUnbegun = !isWhole && passed + numFailedTests === 0
  const ending = [`It ended with ${status}:`, ...said.trim().split('\n').slice(-25)]
  const cause = [...failedNamesOf(counted), ...(isStray || numFailedTests === 0 ? ending : [])]
  return { passed, skipped, failed, failedTests, isUnbegun, cause }
}

const failedOf = (results) => results.filter(({ status }) => status === 'failed')

const failedNamesOf = ({ testResults = [] }) =>
  testResults.flatMap(({ assertionResults }) => failedOf(assertionResults).map(({ fullName }) => fullName))

/** File and full name of each test that failed; nothing where a file failed as a whole, which no second try mends. */
function failedTestsOf({ testResults = [] }) {
  const failed = failedOf(testResults).map(({ name: file, assertionResults }) =>
    failedOf(assertionResults).map(({ fullName }) => ({ file, fullName })),
  )
  return failed.some((tests) => tests.length === 0) ? [] : failed.flat()
}

/** More than this in one suite is no accident of a busy machine. */
const MOST_SECOND_TRIES = 3

/**
 * Tries the few tests that failed once more, in a world of their own, or a suite whose world did not come up (decision 73), and
 * says which passed only then. Answers the counts with those that passed after all among the passed.
 */
async function tryAgain(suite, counts) {
  const { failed, failedTests, isUnbegun } = counts
  if (isUnbegun) {
    console.log(['', `${suite.name} did not begin.`, ...counts.cause].join('\n'))
    const again = await runSuite({ ...suite, name: `${suite.name}, begun again` }, true)
    if (again.failed > 0) return again
    console.log(`Began only at the second try: ${suite.name}`)
    return { ...again, late: 1 }
  }
  if (failed === 0 || failed !== failedTests.length || failed > MOST_SECOND_TRIES) return counts
  const files = [...new Set(failedTests.map(({ file }) => file))]
  const names = failedTests.map(({ fullName }) => fullName.replaceAll(/[^\w\s]/g, '.'))
  const again = await runSuite(
    { ...suite, name: `${suite.name}, second try`, args: [...suite.args, ...files, '-t', `^(${names.join('|')})$`] },
    true,
  )
  if (again.failed > 0 || again.passed !== failed) return counts
  for (const { fullName } of failedTests) console.log(`Passed only at the second try: ${fullName}`)
  return { ...counts, passed: counts.passed + failed, failed: 0, late: failed }
}

/** Runs line after line, those of one line at once; ends the process with the one line that counts all of them. */
export async function runSuites(suites) {
  mkdirSync(at('.tmp'), { recursive: true })
  const all = []
  for (const together of suites) {
    const counted = await Promise.all(together.map((suite) => runSuite(suite, together.length === 1)))
    // One after the other: what failed on a busy machine is tried on a quiet one.
    for (const [n, counts] of counted.entries()) all.push(await tryAgain(together[n], counts))
  }
  // Of a long output the end is what is kept.
  for (const [n, { failed, cause }] of all.entries())
    if (failed > 0) console.log([`\nFailed in ${suites.flat()[n].name}:`, ...cause].join('\n  '))
  const sum = (name) => all.reduce((total, counts) => total + (counts[name] ?? 0), 0)
  const [passed, failed, skipped, late] = ['passed', 'failed', 'skipped', 'late'].map(sum)
  const others = [skipped > 0 ? `, ${skipped} skipped` : '', late > 0 ? ` (${late} only at the second try)` : '']
  console.log(`\n${passed} passed, ${failed} failed${others.join('')}`)
  process.exit(failed === 0 ? 0 : 1)
}
