// npm start: installs and builds what is missing, then runs the program in this same process.
import module from 'node:module'
import { pathToFileURL } from 'node:url'
import { at, CommandProblem, ensureBuilt, ensureInstalled } from './lib.mjs'
import { noteRunning } from './running-here.mjs'

try {
  await ensureInstalled('program')
  await ensureBuilt()
} catch (error) {
  if (!(error instanceof CommandProblem)) throw error
  console.error(error.message)
  process.exit(1)
}
noteRunning()
// The bundle is 10 MB: Node 22 and later keep what they compiled of it, for the next start.
module.enableCompileCache?.(at('dist', 'compiled'))
await import(pathToFileURL(at('dist', 'server', 'main.js')).href)
