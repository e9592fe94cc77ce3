import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accountKinds, serviceSlugs } from '#contract/integrations/services.ts'
import { isTest, projectRoot, sourcesWith, type Source } from './sources.ts'

// Everything specific to a service is in its folder and its row of the contract: no other code checks which service it
// is, and adding one takes only these two and texts (decision 216).

const connectors = 'server/areas/integrations/connectors'

/** Where services are defined: the contract's row and the folders named after them. Files next to those don't count. */
const definitions = ['contract/integrations/services.ts', ...accountKinds.map((kind) => `${connectors}/${kind}/`)]

/** Other files that name a service, and why. */
const others: Readonly<Record<string, string>> = {
  'contract/alerts/alert-rules.ts': 'names the services with a channel that alerts can be posted to',
  'server/areas/integrations/connection-routes.ts': 'a documented call is called after a service (C158)',
  'server/areas/integrations/service-routes.ts': 'so are these (C155 to C169)',
  'server/areas/integrations/connections/spreadsheets.ts': 'answers the documented calls about sheets (C170 to C176)',
  'web/areas/integrations/connections/service-dialog.tsx': 'shows what these calls do',
  'web/areas/integrations/connections/use-disconnect.ts': 'ends access with the documented call of its own',
}

const names = serviceSlugs.join('|')
const pattern = new RegExp(`(['"\`])(?:${names})\\1|^\\s*(?:${names}): |connectors/(?:${names})/`, 'mu')

/** Files outside the definitions that check which service it is. */
const namingServices = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => /^(?:contract|server|web|demo)\//.test(path) && !isTest(path))
    .filter(({ path }) => !/^server\/test\/|^i18n\//.test(path))
    .filter(({ path }) => !definitions.some((place) => path.startsWith(place)))
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted()

test('nothing outside a service’s folder and row checks which service it is', () => {
  expect(namingServices(sourcesWith('.ts', '.tsx'))).toEqual(Object.keys(others).toSorted())
})

test('a place that knows a service is detected', () => {
  const lines = [
    "if (slug === 'highlevel') return",
    'const signs = {\n  kartra: IconFilter,\n}',
    "import { startGoogle } from '../server/areas/integrations/connectors/googlesheets/stand-in.ts'",
  ]
  const plants = lines.map((text, n) => ({ path: `web/areas/integrations/planted-${n}.tsx`, text }))
  const fine = [
    { path: 'web/areas/integrations/fine.tsx', text: "const { name } = services[slug]\nif (slug === 'custom') return" },
    { path: 'server/areas/integrations/connectors/kartra/fine.ts', text: lines[1]! },
  ]
  expect(namingServices([...plants, ...fine])).toEqual(plants.map(({ path }) => path))
})

test('every service has a folder with its definition, settings and stand-in, and every such folder belongs to one', () => {
  const folders = readdirSync(join(projectRoot, connectors), { withFileTypes: true }).filter((one) => one.isDirectory())
  const withFile = (file: string): string[] =>
    folders
      .map(({ name }) => name)
      .filter((name) => readdirSync(join(projectRoot, connectors, name)).includes(file))
      .toSorted()
  expect(withFile('definition.ts')).toEqual(accountKinds.toSorted())
  expect(withFile('stand-in.ts')).toEqual(accountKinds.toSorted())
  expect(withFile('settings.ts')).toEqual(serviceSlugs.toSorted())
})
