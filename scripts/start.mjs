// npm start: installs and builds what is missing, then runs the program in this same process.
import { pathToFileURL } from 'node:url'
import { at, ensureBuilt, ensureInstalled } from './lib.mjs'

ensureInstalled()
ensureBuilt()
await import(pathToFileURL(at('dist', 'server', 'main.js')).href)
