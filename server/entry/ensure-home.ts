import { homedir } from 'node:os'
import { resolve } from 'node:path'

// To be imported first: a library asks for the home folder while it is loaded. A user without one, as containers run programs
// with, gets the data folder.
try {
  homedir()
} catch {
  process.env['HOME'] = resolve(process.env['DATA_DIR'] || '.data')
}
