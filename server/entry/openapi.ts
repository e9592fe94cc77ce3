import { readFileSync } from 'node:fs'
import { openApiOf } from '../platform/http/openapi.ts'
import { routes } from '../routes.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const document = openApiOf(
  routes.map((route) => route.operation),
  version,
)
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
