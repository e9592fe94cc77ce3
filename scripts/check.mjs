// npm run check: types, lint, format and dead code, at the same time. Names each check that fails. Fast enough to run on every
// commit.
import { spawn } from 'node:child_process'
import { at, ensureInstalled, root } from './lib.mjs'

await ensureInstalled()

/** One checker each: several would each work out the types of the contract again, which takes twice the processor time. */
const typesOf = (project) => [at('node_modules/typescript/bin/tsc'), '--noEmit', '--checkers', '1', '-p', project]
const checks = {
  'types of the server': typesOf('tsconfig.json'),
  'types of the web app': typesOf('web/tsconfig.json'),
  lint: [at('node_modules/oxlint/bin/oxlint'), '--quiet'],
  format: [at('node_modules/oxfmt/bin/oxfmt'), '--check', '.'],
  'dead code': [at('node_modules/knip/bin/knip.js'), '--no-progress'],
}

/** Runs a check, and prints its output in one piece when it ends. True if it found nothing. */
async function isClean([name, args]) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const parts = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part))
  const status = await new Promise((ended) => child.once('close', (code, signal) => ended(code ?? signal)))
  if (status !== 0) console.error(`${Buffer.concat(parts)}\ncheck: ${name} ended with ${status}`)
  return status === 0
}

const areClean = await Promise.all(Object.entries(checks).map(isClean))
if (areClean.includes(false)) process.exitCode = 1
else console.log('check: types, lint, format and dead code are clean')
