// npm run bench [-- NAME …]: runs the benchmarks of bench/NAME.ts, all or those named. Each is bundled, as the program
// is in production. A table at the end compares results to targets. A missed target is no error.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { targets as targetsOf } from './bench-targets.mjs'
import { at, ensureBuilt, ensureInstalled } from './lib.mjs'

await ensureInstalled()
const allNames = Object.keys(targetsOf).filter((name) => existsSync(at('bench', `${name}.ts`)))
const names = process.argv.length > 2 ? process.argv.slice(2) : allNames
const unknownNames = names.filter((name) => !allNames.includes(name))
if (unknownNames.length > 0) {
  console.error(`Unknown benchmark: ${unknownNames.join(', ')}. Available: ${allNames.join(', ')}.`)
  process.exit(1)
}

// These measure the whole program as it is started, not parts of it.
if (names.some((name) => ['start', 'idle', 'web', 'xss'].includes(name))) await ensureBuilt()
const { bundleServer } = await import('./bundle.mjs')
await bundleServer(Object.fromEntries(names.map((name) => [name, at('bench', `${name}.ts`)])), at('dist', 'bench'))

const rows = []
const failures = []
const began_ms = performance.now()
const minutesSince = (from_ms) => `${((performance.now() - from_ms) / 60_000).toFixed(1)} min`
for (const name of names) {
  console.log(`\n${name}`)
  const from_ms = performance.now()
  const { code, figures } = await runBench(name)
  console.log(`${name} took ${minutesSince(from_ms)}`)
  if (code !== 0) failures.push(name)
  for (const { title, of, reached, target } of targetsOf[name]) {
    // Do not trust any figures of a benchmark that failed.
    const value = code === 0 ? figures?.[of] : undefined
    rows.push([
      name,
      title,
      value?.toLocaleString('en-US') ?? '',
      target,
      value === undefined ? 'failed' : reached(value) ? 'met' : 'MISSED',
    ])
  }
}
console.log(`\nTotal time: ${minutesSince(began_ms)}.\n`)
printRows([['bench', 'figure', 'measured', 'target', ''], ...rows])
const settings = ['FUZZ_RUNS', 'BENCH_ROWS', 'BENCH_ROUNDS', 'BENCH_SECONDS', 'BENCH_VISITS', 'PERSONS', 'HITS'].filter(
  (name) => process.env[name],
)
if (settings.length > 0)
  console.log(`\nNot the full benchmark: ${settings.map((name) => `${name}=${process.env[name]}`).join(', ')}`)
if (failures.length > 0) {
  console.error(`\nFailed: ${failures.join(', ')}`)
  process.exitCode = 1
}

/** Runs one benchmark and reads its figures from the last line that it prints. */
function runBench(name) {
  const child = spawn(process.execPath, [at('dist', 'bench', `${name}.js`)], {
    cwd: at(),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part) => {
    text += part
    process.stdout.write(part)
  })
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const line = text.split('\n').findLast((each) => each.startsWith('{"bench":'))
      resolve({ code, figures: line && JSON.parse(line) })
    })
  })
}

/** Prints rows as an aligned table. */
function printRows(cells) {
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)))
  for (const row of cells)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
}
