// npm start: installs and builds what is missing, then runs the program in this same process.
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
await import(pathToFileURL(at('dist', 'server', 'main.js')).href)
