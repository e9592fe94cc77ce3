// Runs suites of vitest and sums what they count into one line.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { at, root } from './lib.mjs'

/** The text of each test file, by its path from the project's root. */
export const readTests = () =>
  new Map(
    ['contract', 'server', 'web', 'pixel', 'demo', 'bench', 'e2e'].flatMap((folder) =>
      readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.test\.tsx?$/.test(file))
        .map((file) => [`${folder}/${file.replaceAll('\\', '/')}`, readFileSync(at(folder, file), 'utf8')]),
    ),
  )

/** Runs a suite; answers its counts. Of several at once each says what it has to say when it has ended. */
async function runSuite({ name, args, files, env = {} }, isAlone) {
  const report = at('.tmp', `report-${name.replaceAll(/\W+/g, '-')}.json`)
  rmSync(report, { force: true })
  if (isAlone) console.log(`\n== ${name}`)
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...args,
      ...files,
      '--reporter=dot',
      `--reporter=${at('scripts', 'report.mjs')}`,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'test', ...env, SUITE_REPORT: report },
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
  const { passed = 0, skipped = 0, failedTests = [], failedFiles = [], strays = [], slowest = [] } = counted
  if (slowest.length > 1) console.log(`Slowest in ${name}: ${slowest.map(sayTime).join(', ')}`)
  // A suite that dies outside a test (a file that does not load), or in which nothing ran, is a failure too.
  const isWhole = status === 0 && passed > 0
  const failed = failedTests.length || (isWhole ? 0 : 1)
  const isUnbegun = !isWhole && passed + failedTests.length === 0
  const isTold = failedTests.length + failedFiles.length + strays.length > 0
  const ending = isTold ? [] : [`It ended with ${status}:`, ...said.trim().split('\n').slice(-25)]
  return { passed, skipped, failed, failedTests, failedFiles, strays, isUnbegun, ending }
}

const sayTime = ({ file, seconds }) => `${file} ${Math.round(seconds)} s`

/** More than this in one suite is no accident of a busy machine. */
const MOST_SECOND_TRIES = 3

/** Why the tests of a suite that failed are not tried once more; nothing where they are. */
function reasonAgainst({ failed, failedTests, failedFiles, strays }) {
  // An error outside of any test belongs to none that could be tried again.
  if (strays.length > 0) return 'an error belongs to no test'
  // Tests of such a file may not have run at all: the others' second try would hide it.
  if (failedFiles.length > 0) return 'a file failed as a whole'
  if (failedTests.length === 0) return 'no single test failed'
  return failed > MOST_SECOND_TRIES ? `${failed} failed, more than ${MOST_SECOND_TRIES}` : undefined
}

const indent = (lines) => lines.map((line) => `  ${line}`)

/** What failed in a run and why, for the end of the output. `again` is the second try of its tests. */
function causesOf({ failedTests, failedFiles, strays, ending }, again) {
  const tests = failedTests.flatMap(({ fullName, said }) => [
    fullName,
    ...indent([...said, ...(again ? sayAgain(again, fullName, said) : [])]),
  ])
  const files = failedFiles.flatMap(({ file, said }) => [file, ...indent(said)])
  return [...tests, ...files, ...strays.flatMap((said) => ['Of no test:', ...indent(said)]), ...ending]
}

function sayAgain({ failedTests, passed }, fullName, said) {
  const again = failedTests.find((test) => test.fullName === fullName)
  if (!again) return [passed > 0 ? 'It did not fail at the second try.' : 'The second try did not come to it.']
  if (again.said.join() === said.join()) return ['The same at the second try.']
  return ['At the second try:', ...indent(again.said)]
}

/** What the second try met that is of none of the tests it was made for. */
const othersOf = ({ failedFiles, strays, ending }) => causesOf({ failedTests: [], failedFiles, strays, ending })

/**
 * Tries the few tests that failed once more, in a world of their own, or a suite whose world did not come up (decision 73), and
 * says which passed only then. Answers the counts with those that passed after all among the passed, and why others did not.
 */
async function tryAgain(suite, counts) {
  const { failed, failedTests, isUnbegun } = counts
  const cause = causesOf(counts)
  if (isUnbegun) {
    console.log(['', `${suite.name} did not begin.`, ...cause].join('\n'))
    const again = await runSuite({ ...suite, name: `${suite.name}, begun again` }, true)
    if (again.failed > 0) return { ...again, cause: ['It was begun twice. The second time:', ...causesOf(again)] }
    console.log(`Began only at the second try: ${suite.name}`)
    return { ...again, late: 1 }
  }
  if (failed === 0) return counts
  const reason = reasonAgainst(counts)
  if (reason) return { ...counts, cause: [...cause, `No second try: ${reason}.`] }
  const files = [...new Set(failedTests.map(({ file }) => file))]
  const names = failedTests.map(({ fullName }) => fullName.replaceAll(/[^\w\s]/g, '.'))
  const again = await runSuite(
    { ...suite, name: `${suite.name}, second try`, args: [...suite.args, '-t', `^(${names.join('|')})$`], files },
    true,
  )
  if (again.failed > 0 || again.passed !== failed) {
    const others = othersOf(again)
    const besides = others.length > 0 ? ['At the second try besides:', ...indent(others)] : []
    const tried = `Of ${failed} tried again ${again.passed} passed.`
    return { ...counts, cause: [...causesOf(counts, again), ...besides, tried] }
  }
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
