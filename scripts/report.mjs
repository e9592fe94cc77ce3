// The vitest reporter of `suites.mjs`: dots in a terminal and none elsewhere, each failure as it happens and once more in
// full at the end. Writes counts and failures, with the first lines of each error, to the file SUITE_REPORT: Vitest's own
// JSON report keeps only an error's stack, which does not mention a timeout.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { DotReporter } from 'vitest/node'
import { root } from './lib.mjs'

const nameOf = (path) => relative(root, path)

/** The first three meaningful lines of an error, and the first stack frame in our own code. */
function saidBy({ name, message = '', stacks = [] }) {
  const text = stripVTControlCharacters(name && !message.startsWith(name) ? `${name}: ${message}` : message)
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const place = stacks.find(({ file }) => file.startsWith(root) && !file.includes('node_modules'))
  return [...lines.slice(0, 3), ...(place ? [`at ${nameOf(place.file)}:${place.line}`] : [])]
}

/** The full name that `-t` matches: group and test titles joined by a space. */
const fullNameOf = ({ type, name, parent }) => (type === 'module' ? '' : `${fullNameOf(parent)} ${name}`.trim())

/** Errors of a file that belong to no test: it failed to load, or a hook around the file or a group failed. */
const errorsOf = (module) => [module, ...module.children.allSuites()].flatMap((one) => one.errors())

/** The slowest test files of a run, in seconds of wall-clock time. */
function slowestOf(modules) {
  const files = modules.map((module) => ({
    file: nameOf(module.moduleId),
    seconds: module.diagnostic().duration / 1_000,
  }))
  return files.toSorted((one, other) => other.seconds - one.seconds).slice(0, MOST_SLOWEST)
}
const MOST_SLOWEST = 10

export default class Report extends DotReporter {
  onTestCaseResult(test) {
    if (this.isTTY) super.onTestCaseResult(test)
    const { state, errors = [] } = test.result()
    if (state === 'failed') this.#tell(fullNameOf(test), errors)
  }

  onTestModuleEnd(module) {
    super.onTestModuleEnd(module)
    const errors = errorsOf(module)
    if (errors.length > 0) this.#tell(nameOf(module.moduleId), errors)
  }

  #tell(name, errors) {
    this.ctx.logger.log([`Failed: ${name}`, ...errors.flatMap(saidBy)].join('\n  '))
  }

  onTestRunEnd(modules, strays, reason) {
    super.onTestRunEnd(modules, strays, reason)
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
