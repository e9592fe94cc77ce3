import { writeFile } from 'node:fs/promises'
import { describeDeveloperApi } from '../areas/developers/describe-api.ts'
import { writeClient } from '../areas/developers/documents/write-client.ts'

// npm run client [-- FILE]: writes the typed client of the developer API, for use next to your own code.
const [file = 'api-client.ts'] = process.argv.slice(2)
await writeFile(file, writeClient(describeDeveloperApi('Developer', '')))
process.stdout.write(`${file}\n`)
