// Decides which run a test file belongs to: `npm test`, `npm run prove`, or both at once in CI (decision 160). Pure:
// takes files and their texts, returns suites for `suites.mjs`.

/**
 * For each area of `web/areas`, the journey through its main path: what most people open its pages for. `npm test` runs
 * the one through all areas, and these of areas with changes. Every other journey runs in `npm run prove`.
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
  help: 'help',
  identity: 'data-enrichment',
  inbox: 'inbox',
  integrations: 'deliveries',
  keywords: 'keyword-counts',
  leads: 'live-lead',
  machine: 'settings-read-only',
  mails: 'agency-tree',
  payments: 'failed-payments',
  people: 'registration',
  privacy: 'privacy-choices',
  reclaims: 'share-claims',
  reports: 'dashboard',
  returns: 'returns',
  search: 'search-everything',
  settings: 'settings-read-only',
  'sign-in': 'sign-in',
  taxes: 'taxes',
  wallet: 'wallet',
}
/** The journey from sign-in to a lead. */
const throughAll = 'main-path'

/** Lanes of journeys run side by side, each in a world of its own: one uses about one core. */
const journeyLanes = 2

/**
 * Unit and area tests that start or kill processes and browsers of their own, wait out real time, make a past of months,
 * or plant faults to see that other tests find them: a quarter of the units' time, for code that changes rarely. `npm run prove` and CI run them.
 */
export const slowProofs = new Set([
  'demo/history/make-history.test.ts',
  'demo/wide/wide-world.test.ts',
  'e2e/audit/audit.browser.test.ts',
  'e2e/hostile-text/hostile-text.test.ts',
  'e2e/support/find-browser.test.ts',
  'pixel/broken-pages.browser.test.ts',
  'pixel/debug/debug.browser.test.ts',
  'pixel/px-delivery.browser.test.ts',
  'server/areas/developers/webhooks/events-crash.test.ts',
  'server/areas/developers/webhooks/slow-endpoints.test.ts',
  'server/areas/integrations/connectors/highlevel/lost-tokens.test.ts',
  'server/areas/integrations/connectors/highlevel/slow-tokens.test.ts',
  'server/areas/integrations/connectors/killed-while-failing.test.ts',
  'server/areas/integrations/connectors/killed-worker.test.ts',
  'server/areas/integrations/deliveries/deliver-crash.test.ts',
  'server/areas/integrations/deliveries/fair-turns.test.ts',
  'server/areas/leads/faults.test.ts',
  'server/areas/leads/match/faults.test.ts',
  'server/areas/reports/tables/long-files.test.ts',
  'server/areas/tracking/faults.test.ts',
  'server/platform/database/embedded.test.ts',
  'server/platform/database/embedded/binaries.test.ts',
  'server/platform/live-pools.test.ts',
  'server/test/architecture/second-try.test.ts',
  'server/test/contributing.test.ts',
  'server/test/mail-acceptance.test.ts',
])

const journeysOf = (names) => new Set(names.map((name) => `e2e/${name}.test.ts`))
/** The journeys of the everyday run: of the areas with changes, and through all areas. */
const everydayJourneys = (areas) => journeysOf([throughAll, ...areas.map((area) => mainPaths[area])])

export const isJourney = (file) => /^e2e\/[^/]+\.test\.ts$/.test(file)
const isScenario = (file) => file.startsWith('server/test/scenarios/')
/** The scenario that only waits, for minutes, and so disturbs no other. */
const isIdle = (file) => file === 'server/test/scenarios/idle.test.ts'
/** Tests that the everyday run leaves out, apart from journeys. */
export const isSlow = (file) => isScenario(file) || slowProofs.has(file)
const isOfCluster = (file) => file.startsWith('server/test/cluster/')
/** Tests that only take a sample in the everyday run, and run in full in `npm run prove`. */
const hasSample = (text) => /from '[^']*\/proofs\.ts'/.test(text)

/** What differs from main: areas of `web/areas`, tests that a change can break (null means all), and operations. */
const nothing = { areas: [], tests: [], operations: [] }

/**
 * The run a test file belongs to, given what has changed. Cluster tests have their own command, `npm run test:cluster`.
 * Scenarios mostly wait, for programs to start and servers to come back: three minutes in which two cores are nearly idle.
 */
export function runOf(file, { areas, tests } = nothing) {
  if (isOfCluster(file)) return 'cluster'
  if (isJourney(file)) return everydayJourneys(areas).has(file) ? 'everyday' : 'prove'
  const isSpared = file.startsWith('server/areas/') && tests?.includes(file) === false
  return isSlow(file) || isSpared ? 'prove' : 'everyday'
}

/** Whether a run includes a test file: `everyday`, `prove` (what `everyday` leaves out or samples), or `whole`. */
function takes(run, file, text, changes) {
  const itsRun = runOf(file, changes)
  if (itsRun === 'cluster') return false
  return run === 'whole' || itsRun === run || (run === 'prove' && hasSample(text))
}

const ofConfig = (name) => ['--config', `vitest.${name}.config.ts`]

/**
 * The suites of a run, quick ones first, so that failures show up early. One with `isBeside` runs at the same time
 * as the next.
 * `texts` maps paths of test files to their text. With `named`, only files whose path contains one of these names;
 * `areas`, `tests` and `operations` say what has changed, which decides what the everyday run takes.
 */
export function suitesOf(run, texts, { named = [], areas = [], tests = [], operations = [] } = {}) {
  const files = [...texts]
    .filter(([file, text]) => takes(run, file, text, { areas, tests }))
    .map(([file]) => file)
    .filter((file) => named.length === 0 || named.some((part) => file.includes(part)))
  const env = run === 'everyday' ? { CHANGED_OPERATIONS: operations.join() } : { PROVE: 'whole' }
  const lanes = String(Math.min(journeyLanes, files.filter(isJourney).length))
  // Visiting all pages in every look would take longer than all other journeys: CI runs the sample.
  const ofJourneys = { ...env, JOURNEY_LANES: lanes, ...(run === 'whole' && { PAGES: 'sample' }) }
  const suite = (name, args, isOne, itsEnv = env) => ({ name, args, files: files.filter(isOne), env: itsEnv })
  return [
    suite('unit and area', [], (file) => !isScenario(file) && !isJourney(file)),
    { ...suite('idle scenario', ofConfig('scenarios'), isIdle), isBeside: true },
    suite('scenarios', ofConfig('scenarios'), (file) => isScenario(file) && !isIdle(file)),
    suite('journeys', ofConfig('e2e'), isJourney, ofJourneys),
  ].filter((one) => one.files.length > 0)
}
