import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { protectedPages } from '#contract/guards/protected-pages.ts'
import { rightFor, type TeamRight } from '#contract/people/team-rights.ts'
import { routes } from '#server/routes.ts'
import { isTest, sourcesWith } from './sources.ts'

// A client's colleague meets no button whose call the server refuses: between each page that clients open and each file
// that sends such a call stands a file that asks for the right.

/** Calls of clients that need a right, by name. */
const rights: ReadonlyMap<string, TeamRight> = new Map(
  routes
    .map(({ operation }) => operation)
    .filter(({ access }) => access.client && !access.anonymous)
    .flatMap((operation) => {
      const right = rightFor(operation)
      return right ? [[operation.name, right] as const] : []
    }),
)

/** Rights that a file asks for: by a call's name, or by what stands for one right. */
const standIns: Readonly<Record<string, TeamRight>> = {
  useCampaignRights: 'manage',
  useMayEnrich: 'manage',
  mayChangeDeliveries: 'manage',
  "team?.includes('manage'": 'manage',
  "may('campaign.update')": 'manage',
  mayWork: 'work',
}
const rightCall = /\bmayCall\(\s*[^,]*,\s*(\w+)|<TeamGate operation=\{(\w+)\}/g
const rightsAsked = (text: string): ReadonlySet<TeamRight> =>
  new Set([
    ...[...text.matchAll(rightCall)].flatMap(([, call, gate]) => rights.get(call ?? gate!) ?? []),
    ...Object.entries(standIns).flatMap(([words, right]) => (text.includes(words) ? [right] : [])),
  ])

/** Calls that a file sends, other than by a gate's question. */
const callsSent = (text: string): string[] =>
  [...text.matchAll(/(?:\buseAction\(|(?<!TeamGate )\boperation=\{)([^{}]*?)[,}]/g)]
    .flatMap(([, words]) => words!.match(/\w+/g) ?? [])
    .filter((name) => rights.has(name))

const web = new Map(
  sourcesWith('.ts', '.tsx')
    .filter(({ path }) => path.startsWith('web/') && !isTest(path))
    .map(({ path, text }) => [path, text]),
)
const importsOf = (path: string): string[] =>
  [...web.get(path)!.matchAll(/(?<!type )\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g)]
    .map(([, eager, lazy]) => posix.join(posix.dirname(path), eager ?? lazy!))
    .filter((file) => web.has(file))

/** Calls below a page that need a right which no file on the way asks for. */
function callsUnasked(page: string, right: TeamRight): string[] {
  const calls: string[] = []
  const files = new Set<string>([page])
  for (const path of files) {
    const text = web.get(path)!
    if (rightsAsked(text).has(right)) continue
    calls.push(...callsSent(text).flatMap((call) => (rights.get(call) === right ? [`${path}: ${call}`] : [])))
    for (const file of importsOf(path)) files.add(file)
  }
  return calls
}

const pagesOfClients = [
  ...web.get('web/app/routes.tsx')!.matchAll(/page\(\s*'([^']+)',\s*\(\) => import\('\.\.\/([^']+)'\)/g),
].flatMap(([, route, file]) => {
  const above = (path: string): boolean =>
    [route!, `{module}/${route!}`].some((one) => `${one}/`.startsWith(`${path}/`))
  const [page] = protectedPages.filter(({ path }) => above(path)).toSorted((a, b) => b.path.length - a.path.length)
  return page?.kinds.includes('client') ? [`web/${file!}`] : []
})

/** Forms before a client's account is set up, which colleagues never meet. */
const exceptions = [
  'web/areas/people/profile/profile-setup-page.tsx',
  'web/areas/people/profile/questionnaire-add-page.tsx',
]

test.each(['work', 'pay', 'manage'] as const)(
  'a page of clients asks for the right to %s before it offers a call',
  (right) => {
    expect(pagesOfClients.length).toBeGreaterThan(20)
    const calls = pagesOfClients
      .filter((page) => !exceptions.includes(page))
      .flatMap((page) => callsUnasked(page, right))
    expect([...new Set(calls)]).toEqual([])
  },
)

test('a file that sends a call and asks nothing is found', () => {
  expect(callsSent('const pay = useAction(card ? replaceCard : createCustomer, {')).toEqual([
    'replaceCard',
    'createCustomer',
  ])
  expect(callsSent('<ConfirmAction operation={removeAudience} />')).toEqual(['removeAudience'])
  expect(callsSent('<TeamGate operation={removeAudience}>')).toEqual([])
  expect(rightsAsked('mayCall(me, replaceCard)')).toEqual(new Set(['pay']))
})
