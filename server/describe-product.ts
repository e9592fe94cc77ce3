import { readFileSync } from 'node:fs'
import { areaWords } from './area-words.ts'
import { oauthScheme } from '#server/areas/developers/describe-api.ts'
import { openApiOf } from './platform/http/openapi.ts'
import { routes } from './routes.ts'

/** The OpenAPI document of every call of the product, for its operator. */
export function describeProduct(): Record<string, unknown> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return openApiOf(
    routes.map((route) => route.operation),
    {
      title: 'Leadloom',
      version,
      description:
        'Every call of the product. Bodies of writing calls are sealed, apart from those of the developer API, which has a document of its own.',
      contact: { name: 'The operator of this installation', url: 'https://localhost/' },
      areas: areaWords,
      oauth: oauthScheme,
    },
  )
}
