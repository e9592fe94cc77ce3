import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gatewayNames } from '#contract/payments/gateways.ts'
import { isTest, projectRoot, sourcesWith, type Source } from './sources.ts'

// Everything specific to a payment gateway is in its folder: no other code checks which gateway it is, and adding one takes
// its folder, its name in the contract's list, its keys in the configuration and a line in the registry.

const gateways = 'server/providers/payments'

/** Where gateways are defined: the contract's list, the registry, and the folders named after them. */
const definitions = [
  'contract/payments/gateways.ts',
  `${gateways}/registry.ts`,
  ...gatewayNames.map((name) => `${gateways}/${name}/`),
]

const reason = 'the documented field that tells one card provider from everything else'
/** Other files that name a gateway, and why. */
const others: Readonly<Record<string, string>> = {
  'contract/guards/access-context.ts': reason,
  'contract/payments/accounts.ts': reason,
  'contract/people/user.ts': reason,
  'server/areas/payments/accounts/check-account.ts': reason,
  'server/areas/sign-in/find-person.ts': reason,
  'server/areas/developers/sandbox/answers.ts': 'ids of the developers’ sandbox, which is no gateway',
  'server/areas/developers/sandbox/ids.ts': 'ids of the developers’ sandbox, which is no gateway',
}

const names = gatewayNames.join('|')
const pattern = new RegExp(`(['"\`])(?:${names})\\1|providers/payments/(?:${names})/`, 'u')

/** Files outside the definitions that check which gateway it is, or use one directly. */
const namingGateways = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => /^(?:contract|server|web)\//.test(path) && !isTest(path))
    .filter(({ path }) => !/^server\/test\/|^i18n\/|test-support/.test(path))
    .filter(({ path }) => !definitions.some((place) => path.startsWith(place)))
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted()

test('nothing outside a gateway’s folder and the lists checks which gateway it is', () => {
  expect(namingGateways(sourcesWith('.ts', '.tsx'))).toEqual(Object.keys(others).toSorted())
})

test('a place that knows a gateway is detected', () => {
  const lines = [
    "if (gateway.name === 'stripe') return",
    "import { stripeCall } from '#server/providers/payments/stripe/stripe-client.ts'",
  ]
  const plants = lines.map((text, n) => ({ path: `server/areas/payments/planted-${n}.ts`, text }))
  const fine = { path: 'server/areas/payments/fine.ts', text: 'const gateway = gatewayNamed(config, card.gateway)' }
  expect(namingGateways([...plants, fine])).toEqual(plants.map(({ path }) => path))
})

test('every gateway has a folder, and every folder belongs to one', () => {
  const folders = readdirSync(join(projectRoot, gateways), { withFileTypes: true }).filter((one) => one.isDirectory())
  expect(folders.map(({ name }) => name).toSorted()).toEqual([...gatewayNames].toSorted())
})
