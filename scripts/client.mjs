// npm run client [-- FILE]: writes the typed client of the developer API. Its generator is a tool of development.
import { ensureInstalled, run } from './lib.mjs'

await ensureInstalled()
run(process.execPath, ['--import', 'tsx', 'server/entry/client.ts', ...process.argv.slice(2)])
