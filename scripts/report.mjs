// A reporter of vitest that writes what `suites.mjs` asks of a run into the file SUITE_REPORT: its counts, and what failed with the
// first lines of why. Vitest's own report in JSON keeps of an error its stack, which of a time-out does not say that it was one.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './lib.mjs'

const nameOf = (path) => relative(root, path)

/** The first three lines of an error that say something, and the first place in our own code that it came from. */
function saidBy({ name, message = '', stacks = [] }) {
  const text = stripVTControlCharacters(name && !message.startsWith(name) ? `${name}: ${message}` : message)
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const place = stacks.find(({ file }) => file.startsWith(root) && !file.includes('node_modules'))
  return [...lines.slice(0, 3), ...(place ? [`at ${nameOf(place.file)}:${place.line}`] : [])]
}

/** As `-t` matches it: the groups and the test with a space between them. */
const fullNameOf = ({ type, name, parent }) => (type === 'module' ? '' : `${fullNameOf(parent)} ${name}`.trim())

/** Errors of a file that belong to no test: it did not load, or a hook around all tests of it or of a group failed. */
const errorsOf = (module) => [module, ...module.children.allSuites()].flatMap((one) => one.errors())

/** Where a run's time went: the files whose tests took longest, in seconds by the clock. */
function slowestOf(modules) {
  const files = modules.map((module) => ({
    file: nameOf(module.moduleId),
    seconds: module.diagnostic().duration / 1_000,
  }))
  return files.toSorted((one, other) => other.seconds - one.seconds).slice(0, MOST_SLOWEST)
}
const MOST_SLOWEST = 10

export default class Report {
  onTestRunEnd(modules, strays) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({ file: module.moduleId, test, ...test.result() })),
    )
    const count = (state) => tests.filter((test) => test.state === state).length
    const failedTests = tests
      .filter(({ state }) => state === 'failed')
      .map(({ file, test, errors = [] }) => ({ file, fullName: fullNameOf(test), said: errors.flatMap(saidBy) }))
    const failedFiles = modules
      .map((module) => ({ file: nameOf(module.moduleId), said: errorsOf(module).flatMap(saidBy) }))
      .filter(({ said }) => said.length > 0)
    const report = {
      passed: count('passed'),
      skipped: count('skipped'),
      failedTests,
      failedFiles,
      strays: strays.map(saidBy),
      slowest: slowestOf(modules),
    }
    writeFileSync(process.env.SUITE_REPORT, JSON.stringify(report))
  }
}
