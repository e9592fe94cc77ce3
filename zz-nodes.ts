import { createServer } from 'node:http'
import { makeTestFolder } from './server/test/test-folder.ts'
import { makeDatabase, makeRoles } from './server/test/cluster/make-database.ts'
import { startNodes } from './server/test/cluster/start-nodes.ts'
const folder = makeTestFolder()
const nodes = await startNodes('/usr/lib/postgresql/15/bin', folder, true)
await makeRoles(nodes)
console.log(JSON.stringify({ folder, port: nodes.all[0]!.port }))
createServer((q, a) => void makeDatabase(nodes, q.url!.slice(1), false).then(() => a.end('made\n'), (e) => a.end(String(e?.stack) + '\n'))).listen(7654)
process.on('SIGTERM', () => void nodes.stop().then(() => process.exit(0)))
