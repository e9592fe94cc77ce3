import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { areaWords } from '#server/area-words.ts'
import { describeProduct } from '#server/describe-product.ts'
import { routes } from '#server/routes.ts'
import { prove } from '#server/test/proofs.ts'
import { describeDeveloperApi } from '../describe-api.ts'

// Both OpenAPI documents pass the linters that other people's tools are built on, without errors or warnings.

const patience_ms = 300_000

/** What the linters’ recommendations ask for and our documents have no use for. */
const withoutUse = {
  // What a company may do with the API is in the agreement that it accepted, not in a license.
  'info-license': 'off',
  // The example is on the host that was asked, here one of a test.
  'no-server-example.com': 'off',
  // The specification's paths: a name such as `search` is never an id.
  'no-ambiguous-paths': 'off',
  // Objects whose keys are the names of a list have no properties of their own.
  'no-required-schema-properties-undefined': 'off',
} as const

async function lint(document: object): Promise<string[]> {
  const source = JSON.stringify(document)
  const config = await createConfig({ extends: ['recommended'], rules: withoutUse })
  const byRedocly = await lintFromString({ source, config })
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [rulesets.oas as RulesetDefinition] })
  const bySpectral = await linter.run(JSON.parse(source) as Record<string, unknown>)
  return [
    ...byRedocly.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`),
    ...bySpectral.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`),
  ]
}

test(
  'the developer API’s document has no fault',
  async () => expect(await lint(describeDeveloperApi('Acme', 'https://app.example.com'))).toEqual([]),
  patience_ms,
)

test('every area of calls has its word in the product’s document, and no other', () => {
  const areas = new Set(routes.map((route) => route.operation.area))
  expect(Object.keys(areaWords).toSorted()).toEqual([...areas].toSorted())
})

prove('the product’s document has no fault', async () => expect(await lint(describeProduct())).toEqual([]), patience_ms)

test(
  'the linters see an operation without a name and a scheme that is not defined',
  async () => {
    const document = describeDeveloperApi('Acme', 'https://app.example.com') as {
      paths: Record<string, Record<string, Record<string, unknown>>>
    }
    const clients = document.paths['/api/v1/developer/clients']!['get']!
    delete clients['operationId']
    clients['security'] = [{ nothing: [] }]
    const faults = (await lint(document)).join('\n')
    expect(faults).toContain('operation-operationId')
    expect(faults).toContain('security-defined')
  },
  patience_ms,
)
