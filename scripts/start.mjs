// npm start: installs and builds what is missing, then runs the program in this very process. The flag in package.json gives
// new objects more room: what a call leaves behind then dies before it is copied, which saves 7 % of a list call.
import { pathToFileURL } from 'node:url'
import { at, ensureBuilt, ensureInstalled } from './lib.mjs'

ensureInstalled()
ensureBuilt()
await import(pathToFileURL(at('dist', 'server', 'main.js')).href)
