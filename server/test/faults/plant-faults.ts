import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import { copyProject } from '../contributing/copy-project.ts'
import { allFaults } from './all-faults.ts'
import { spoil, type SourceFault } from './fault.ts'
import { faultsPage, faultsPagePath } from './faults-page.ts'

// npm run faults [-- NAME …]: plants each fault (or those whose names contain NAME) in a copy of the project and runs the
// tests that must notice it. Ends with a line of counts, and with 1 if one was not noticed. `npm run faults -- list`
// makes docs/planted-faults.md anew.

const say = (text: string): unknown => process.stdout.write(`${text}\n`)

const parts = process.argv.slice(2)
if (parts[0] === 'list') {
  writeFileSync(faultsPagePath, faultsPage())
  process.exit()
}

const faults = allFaults.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)))
if (faults.length === 0) throw new Error(`no fault has ${parts.join(' or ')} in its name`)
process.env['NODE_ENV'] = 'test'
const root = copyProject()
process.on('exit', () => rmSync(root, { recursive: true, force: true }))
process.chdir(root)
// One runner for all of them: starting it, and a database's server, takes longer than most of the tests.
const vitest = await createVitest('test', { root, watch: false, maxWorkers: 1, reporters: [{}] })

/** Runs test files in the copy. Returns the names of tests that failed, and how many passed. */
async function runTests(files: readonly string[]) {
  const specifications = await vitest.globTestSpecifications(files.map((file) => join(root, file)))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // The runner still knows the files of earlier runs.
  const modules = testModules.filter(({ relativeModuleId }) => files.includes(relativeModuleId))
  const tests = modules.flatMap((file) => [...file.children.allTests()])
  const ofState = (state: string) => tests.filter((test) => test.result().state === state)
  const errors = [...unhandledErrors, ...modules.flatMap((file) => file.errors())]
  return { failed: ofState('failed').map(({ fullName }) => fullName), passed: ofState('passed').length, errors }
}

/** Whether a test fails because of the fault. A file that fails to load says nothing about its tests. */
async function isNoticed(fault: SourceFault): Promise<boolean> {
  const path = join(root, fault.file)
  const text = readFileSync(path, 'utf8')
  const write = (fresh: string): void => {
    writeFileSync(path, fresh)
    vitest.invalidateFile(path)
  }
  write(spoil(text, fault))
  const { failed, passed, errors } = await runTests([fault.test])
  write(text)
  if (failed.length + passed === 0) say(JSON.stringify(errors))
  return failed.length > 0
}

const whole = await runTests([...new Set(faults.map(({ test }) => test))])
if (whole.failed.length > 0 || whole.passed === 0)
  throw new Error(`without any fault: ${whole.passed} tests pass, and these fail: ${whole.failed.join(', ')}`)
const misses: string[] = []
for (const fault of faults) {
  const isCaught = await isNoticed(fault)
  if (!isCaught) misses.push(fault.name)
  say(`${isCaught ? 'noticed' : 'MISSED '} ${fault.name}  ${fault.test}`)
}
await vitest.close()
say(`\n${faults.length - misses.length} noticed, ${misses.length} missed${misses.map((name) => ` ${name}`).join()}`)
process.exit(misses.length === 0 ? 0 : 1)
