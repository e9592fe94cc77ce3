import { writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { writeClient } from '../../client/write-client.ts'
import { describeDeveloperApi } from '../areas/developers/describe-api.ts'
import { clientFile } from '../areas/developers/read-client.ts'

// npm run client [-- FILE]: writes the typed client of the developer API, to the project's own copy or for use next to your
// code.
const [file = clientFile] = process.argv.slice(2)
await writeFile(file, await writeClient(describeDeveloperApi('Developer', '')))
process.stdout.write(`${relative('', file)}\n`)
