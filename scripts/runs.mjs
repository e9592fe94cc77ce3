// Which test file is of which run: `npm test`, `npm run prove`, or both in one as CI makes it (decision 160). Pure: files and
// their texts in, suites for `suites.mjs` out.

/**
 * For each area of `web/areas` the journey that walks its main path: what most people open its pages for. `npm test` walks
 * these and the one through all of them; every other journey is of `npm run prove`.
 */
export const mainPaths = {
  activity: 'view-as',
  agreements: 'sso',
  audiences: 'audiences',
  banners: 'banners',
  billing: 'failed-payments',
  branding: 'white-label',
  campaigns: 'campaign-setup',
  commissions: 'money',
  companies: 'agency-tree',
  developers: 'sso',
  enrichment: 'enrichment',
  exclusions: 'exclusions',
  identity: 'data-enrichment',
  inbox: 'inbox',
  integrations: 'deliveries',
  keywords: 'keyword-counts',
  leads: 'live-lead',
  payments: 'failed-payments',
  people: 'registration',
  reports: 'dashboard',
  returns: 'returns',
  search: 'search-everything',
  'sign-in': 'sign-in',
  taxes: 'taxes',
  wallet: 'wallet',
}
/** From the sign-in to a lead. */
const throughAll = 'main-path'

/**
 * The first half of all journeys, measured, so that it takes as long as the second: what looks at many screens, and a few of
 * the longer stories. The halves run at once, each against a world of its own.
 */
const firstOfAll = [
  'connections',
  'crowded-pages',
  'dashboard',
  'demo-desk',
  'dialogs',
  'downloads',
  'every-page',
  'live-tabs',
  'shell',
  'sign-in',
  'taxes',
  'wallet-top-up',
  'white-label',
]

const journeysOf = (names) => new Set(names.map((name) => `e2e/${name}.test.ts`))
const everydayJourneys = journeysOf([...Object.values(mainPaths), throughAll])
const firstHalfOfAll = journeysOf(firstOfAll)

const isJourney = (file) => /^e2e\/[^/]+\.test\.ts$/.test(file)
const isScenario = (file) => file.startsWith('server/test/scenarios/')
const isOfCluster = (file) => file.startsWith('server/test/cluster/')
/** What takes a sample in the everyday run, and is made whole as a proof. */
const hasSample = (text) => /from '[^']*\/proofs\.ts'/.test(text)

/**
 * The run to which a test file belongs: one of a cluster has a command of its own, `npm run test:cluster`. Scenarios mostly wait, for
 * programs that start and servers that come back: three minutes in which two cores do next to nothing.
 */
export function runOf(file) {
  if (isOfCluster(file)) return 'cluster'
  return isScenario(file) || (isJourney(file) && !everydayJourneys.has(file)) ? 'prove' : 'everyday'
}

/** Whether a run takes a test file: `everyday`, `prove` (what the everyday run left out, and samples whole), or `whole`. */
function takes(run, file, text) {
  const own = runOf(file)
  if (own === 'cluster') return false
  return run === 'whole' || own === run || (run === 'prove' && hasSample(text))
}

/** The first half of some journeys, by the length of their texts: those of the everyday run are all much of a kind. */
function firstHalf(files, texts) {
  const halves = [new Set(), new Set()]
  const size = [0, 0]
  const lengthOf = (file) => texts.get(file).length
  for (const file of files.toSorted((one, other) => lengthOf(other) - lengthOf(one))) {
    const shorter = size[0] <= size[1] ? 0 : 1
    halves[shorter].add(file)
    size[shorter] += lengthOf(file)
  }
  return halves[0]
}

const ofConfig = (name) => ['--config', `vitest.${name}.config.ts`]

/**
 * The suites of a run, the quick ones first, so that a red one is known soon; those of one line run at once. `texts` has the
 * test files by their paths; with `named`, those alone whose path holds one of these.
 */
export function suitesOf(run, texts, named = []) {
  const files = [...texts]
    .filter(([file, text]) => takes(run, file, text))
    .map(([file]) => file)
    .filter((file) => named.length === 0 || named.some((part) => file.includes(part)))
  const env = run === 'everyday' ? {} : { PROVE: 'whole' }
  // Looks at crowded pages would take as long as all other journeys: CI takes their sample.
  const ofJourneys = run === 'whole' ? { ...env, CROWDED_PAGES: 'sample' } : env
  const suite = (name, args, isOne, itsEnv = env) => ({ name, args, files: files.filter(isOne), env: itsEnv })
  const first = run === 'everyday' ? firstHalf(files.filter(isJourney), texts) : firstHalfOfAll
  const journeys = (name, isOne) =>
    suite(`journeys, ${name} half`, ofConfig('e2e'), (file) => isJourney(file) && isOne(file), ofJourneys)
  return [
    [suite('unit and area', [], (file) => !isScenario(file) && !isJourney(file))],
    [suite('scenarios', ofConfig('scenarios'), isScenario)],
    // Journeys mostly wait: for a page, for mail, for a lead. Two halves, each with a program of its own, fill two cores.
    [journeys('first', (file) => first.has(file)), journeys('second', (file) => !first.has(file))],
  ]
    .map((line) => line.filter((one) => one.files.length > 0))
    .filter((line) => line.length > 0)
}
