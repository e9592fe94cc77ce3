// Runs vitest suites and prints their total counts in one line.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { at, root } from './lib.mjs'

/** The text of each test file, by its path relative to the project's root. */
export const readTests = () =>
  new Map(
    ['contract', 'server', 'web', 'pixel', 'demo', 'bench', 'e2e'].flatMap((folder) =>
      readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.test\.tsx?$/.test(file))
        .map((file) => [`${folder}/${file.replaceAll('\\', '/')}`, readFileSync(at(folder, file), 'utf8')]),
    ),
  )

/** Runs a suite and returns its counts. One `beside` another prints in one piece when it ends. */
async function runSuite({ name, args, files, env = {} }, beside = false) {
  const report = at('.tmp', `report-${name.replaceAll(/\W+/g, '-')}.json`)
  rmSync(report, { force: true })
  const heading = `\n== ${name}`
  if (!beside) console.log(heading)
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...args, ...files, `--reporter=${at('scripts', 'report.mjs')}`],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'test', ...env, SUITE_REPORT: report },
    },
  )
  const parts = []
  const hear = (part) => {
    parts.push(part)
    if (!beside) process.stdout.write(part)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const status = await new Promise((ended) => child.once('close', (code, signal) => ended(code ?? signal)))
  const text = Buffer.concat(parts).toString()
  if (beside) console.log(`${heading}${text}`)
  const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  const { passed = 0, skipped = 0, failedTests = [], failedFiles = [], strays = [], slowest = [] } = results
  if (slowest.length > 1) console.log(`Slowest in ${name}: ${slowest.map(sayTime).join(', ')}`)
  // It is also a failure when a suite crashes outside a test (a file that fails to load) or runs no test at all.
  const isWhole = status === 0 && passed > 0
  const failures = failedTests.length || (isWhole ? 0 : 1)
  const isUnbegun = !isWhole && passed + failedTests.length === 0
  const isTold = failedTests.length + failedFiles.length + strays.length > 0
  const ending = isTold ? [] : [`It ended with ${status}:`, ...text.trim().split('\n').slice(-25)]
  return { passed, skipped, failed: failures, failedTests, failedFiles, strays, isUnbegun, ending }
}

const sayTime = ({ file, seconds }) => `${file} ${Math.round(seconds)} s`

/** More failures than this in one suite are not due to a busy machine. */
const MOST_SECOND_TRIES = 3

/** Why the failed tests of a suite are not retried; undefined when they are. */
function reasonAgainst({ failed, failedTests, failedFiles, strays }) {
  // An error outside all tests cannot be retried.
  if (strays.length > 0) return 'an error occurred outside of any test'
  // Some tests of such a file may never have run: retrying the others would hide that.
  if (failedFiles.length > 0) return 'a whole file failed'
  if (failedTests.length === 0) return 'no individual test failed'
  return failed > MOST_SECOND_TRIES ? `${failed} failed, more than ${MOST_SECOND_TRIES}` : undefined
}

const indent = (lines) => lines.map((line) => `  ${line}`)

/** What failed in a run and why, for the end of the output. `again` is the retry of its tests. */
function causesOf({ failedTests, failedFiles, strays, ending }, again) {
  const tests = failedTests.flatMap(({ fullName, said }) => [
    fullName,
    ...indent([...said, ...(again ? sayAgain(again, fullName, said) : [])]),
  ])
  const files = failedFiles.flatMap(({ file, said }) => [file, ...indent(said)])
  return [...tests, ...files, ...strays.flatMap((stray) => ['Outside of any test:', ...indent(stray)]), ...ending]
}

function sayAgain({ failedTests, passed }, fullName, output) {
  const again = failedTests.find((test) => test.fullName === fullName)
  if (!again) return [passed > 0 ? 'It passed on retry.' : 'The retry did not reach it.']
  if (again.said.join() === output.join()) return ['The same on retry.']
  return ['On retry:', ...indent(again.said)]
}

/** Errors of the retry that belong to none of the retried tests. */
const othersOf = ({ failedFiles, strays, ending }) => causesOf({ failedTests: [], failedFiles, strays, ending })

/**
 * Retries the few tests that failed, in a new world, or a suite that did not start (decision 73). Returns the counts, with
 * tests that passed on retry among the passed, why these failed first, and why others failed.
 */
async function tryAgain(suite, counts) {
  const { failed, failedTests, isUnbegun } = counts
  const cause = causesOf(counts)
  if (isUnbegun) {
    console.log(['', `${suite.name} did not start.`, ...cause].join('\n'))
    const again = await runSuite({ ...suite, name: `${suite.name}, restarted` })
    if (again.failed > 0) return { ...again, cause: ['It was started twice. The second time:', ...causesOf(again)] }
    console.log(`Started only on retry: ${suite.name}`)
    return { ...again, late: 1 }
  }
  if (failed === 0) return counts
  const reason = reasonAgainst(counts)
  if (reason) return { ...counts, cause: [...cause, `No retry: ${reason}.`] }
  const files = [...new Set(failedTests.map(({ file }) => file))]
  const names = failedTests.map(({ fullName }) => fullName.replaceAll(/[^\w\s]/g, '.'))
  const again = await runSuite({
    ...suite,
    name: `${suite.name}, retry`,
    args: [...suite.args, '-t', `^(${names.join('|')})$`],
    files,
  })
  if (again.failed > 0 || again.passed !== failed) {
    const others = othersOf(again)
    const besides = others.length > 0 ? ['Also on retry:', ...indent(others)] : []
    const summary = `${again.passed} of ${failed} retried tests passed.`
    return { ...counts, cause: [...causesOf(counts, again), ...besides, summary] }
  }
  const lateCauses = failedTests.flatMap(({ fullName, said }) => [`Passed only on retry: ${fullName}`, ...indent(said)])
  return { ...counts, passed: counts.passed + failed, failed: 0, late: failed, lateCauses }
}

/** Groups suites that run at the same time: one that is beside another begins with the next. */
function groupsOf(suites) {
  const groups = [[]]
  for (const suite of suites) {
    groups.at(-1).push(suite)
    if (!suite.isBeside) groups.push([])
  }
  return groups
}

/** Runs the suites in order. Prints the total counts, then exits. */
export async function runSuites(suites) {
  mkdirSync(at('.tmp'), { recursive: true })
  const all = []
  for (const group of groupsOf(suites)) {
    const counts = await Promise.all(group.map((suite, n) => runSuite(suite, n < group.length - 1)))
    // Retries come after their suites: what failed on a busy machine gets a quiet one.
    for (const [n, suite] of group.entries()) all.push(await tryAgain(suite, counts[n]))
  }
  // Print failures last, because only the end of a long output is kept.
  for (const { lateCauses = [] } of all) if (lateCauses.length > 0) console.log(lateCauses.join('\n'))
  for (const [n, { failed, cause }] of all.entries())
    if (failed > 0) console.log([`\nFailed in ${suites[n].name}:`, ...cause].join('\n  '))
  const sum = (name) => all.reduce((total, counts) => total + (counts[name] ?? 0), 0)
  const [passes, failures, skips, late] = ['passed', 'failed', 'skipped', 'late'].map(sum)
  const others = [skips > 0 ? `, ${skips} skipped` : '', late > 0 ? ` (${late} only on retry)` : '']
  console.log(`\n${passes} passed, ${failures} failed${others.join('')}`)
  process.exit(failures === 0 ? 0 : 1)
}
