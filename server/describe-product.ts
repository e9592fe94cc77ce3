import { areaWords } from './area-words.ts'
import { oauthScheme } from '#server/areas/developers/describe-api.ts'
import { openApiOf } from './platform/http/openapi.ts'
import { programVersion } from './platform/program-version.ts'
import { routes } from './routes.ts'

/** The OpenAPI document of every call of the product, for its operator. */
export function describeProduct(): Record<string, unknown> {
  return openApiOf(
    routes.map((route) => route.operation),
    {
      title: 'Leadloom',
      version: programVersion,
      description:
        'Every call of the product. Bodies of writing calls are sealed, apart from those of the developer API, which has a document of its own.',
      contact: { name: 'The operator of this installation', url: 'https://localhost/' },
      areas: areaWords,
      oauth: oauthScheme,
    },
  )
}
