import { describe, expect, it } from 'vitest'
import { functionsOf, type FunctionSpan } from './functions.ts'
import { isTest, sourcesWith, type Source } from './sources.ts'

// What STYLE.md asks for and the linter cannot say (lint.test.ts has the rest). Each rule fails if it finds nothing to check.

const code = sourcesWith('.ts', '.tsx', '.mjs')
const everything = sourcesWith('.ts', '.tsx', '.mjs', '.sql', '.css', '.md', '.json', '.html', '.yml')
const product = code.filter(({ path }) => !isTest(path))
const underStyle = (source: Source): boolean => !source.path.endsWith('architecture/style.test.ts')

/** Lines of these files that match, as `path:line text`. */
function linesMatching(sources: Source[], pattern: RegExp): string[] {
  return sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  )
}

/** The shortest limit of a function. A file of as many lines has none that is longer, and need not be parsed. */
const MAX_TEST_LINES = 60
let functions: FunctionSpan[] | undefined
/**
 * Those of long pages and tests, where the linter's limit must leave room for components and groups of tests. Cached:
 * parsing takes seconds.
 */
const allFunctions = (): FunctionSpan[] =>
  (functions ??= code
    .filter(({ path }) => path.endsWith('.tsx') || isTest(path))
    .filter(({ text }) => text.split('\n').length > MAX_TEST_LINES)
    .flatMap(functionsOf))

const plant = (text: string, path = 'server/areas/leads/planted.ts'): Source => ({ path, text })

const tooLong = (sources: Source[]): string[] =>
  sources.filter(({ text }) => text.split('\n').length > 401).map(({ path }) => path)
const longOnes = (functions: FunctionSpan[]): string[] =>
  functions
    .filter(({ lines, component }) => lines > (component ? 120 : 70))
    .map(({ path, line, name, lines }) => `${path}:${line} ${name || 'anonymous'} has ${lines} lines`)
const longTests = (functions: FunctionSpan[]): string[] =>
  functions
    .filter(({ path, test, lines }) => test && lines > MAX_TEST_LINES && /^(server|contract)\//.test(path))
    .map(({ path, line, lines }) => `${path}:${line} has ${lines} lines`)

/** Patterns that no line may contain, grouped by where they apply. */
const later = /\b(TODO|FIXME|XXX|HACK)\b/
const asksModule =
  /\b(module|leadspeekType)\s*[!=]==\s*'|'\s*[!=]==\s*\S*\.?module\b|\bcase '(local|locator|enhance|b2b)'/
const ownTime = /new Date\(\)/
const outside = /https?\.request\(/
/** Two are keys of stored settings, two are no limits. */
const oddLimit = /\b(?!(?:leastKnown|leastSearches|mostFrequent|mostRecent)\b)(?:most|least)[A-Z]\w*/
/** If the click before fails, such a pending wait rejects later, outside any test. */
const lonelyWait = /=\s+[\w.()]+\.waitFor(Event|Request|Response)\(/

describe('the source tree', () => {
  it('is found', () => {
    expect(code.length).toBeGreaterThan(50)
    expect(everything.length).toBeGreaterThan(code.length)
  })

  it('has no file over 400 lines that the linter does not read', () => {
    const unlintedFiles = everything.filter(({ path }) => /\.(sql|css|html|yml)$/.test(path))
    expect(tooLong(unlintedFiles)).toEqual([])
    expect(tooLong([plant('\n'.repeat(400), 'web/right.css'), plant('\n'.repeat(401), 'web/planted.css')])).toEqual([
      'web/planted.css',
    ])
  })

  it('has no function of a page or test over 70 lines and no component over 120', () => {
    expect(allFunctions().length).toBeGreaterThan(200)
    expect(longOnes(allFunctions())).toEqual([])
    const body = (lines: number): string => `{${'\n'.repeat(lines - 1)}}`
    const plantedSources = [
      plant(`function right() ${body(70)}\nconst wrong = () => ${body(71)}`, 'web/page.tsx'),
      plant(`function Right() ${body(120)}\nfunction Wrong() ${body(121)}`, 'web/planted.tsx'),
      plant(`class One {\n  wrong() ${body(71)}\n}`, 'server/planted.test.ts'),
    ]
    expect(longOnes(plantedSources.flatMap(functionsOf))).toEqual([
      'web/page.tsx:71 wrong has 71 lines',
      'web/planted.tsx:121 Wrong has 121 lines',
      'server/planted.test.ts:2 wrong has 71 lines',
    ])
  }, 90_000)

  it('has no test over 60 lines on the server and in the contract: it would test more than one thing', () => {
    expect(allFunctions().filter(({ test }) => test).length).toBeGreaterThan(1_000)
    expect(longTests(allFunctions())).toEqual([])
    const body = (lines: number): string => `{${'\n'.repeat(lines - 1)}}`
    const sources = [
      `it('is right', async () => ${body(60)})\ndescribe('all', () => {\n  test.each([() => ${body(61)}])('%s', () => ${body(61)})\n})`,
      `it('is long', { timeout: 1 }, () => ${body(61)})`,
    ].map((text, at) => plant(text, `server/planted-${at}.test.ts`))
    const journey = plant(`it('goes on', () => ${body(65)})`, 'e2e/planted.test.ts')
    expect(longTests([...sources, journey].flatMap(functionsOf))).toEqual([
      'server/planted-0.test.ts:122 has 61 lines',
      'server/planted-1.test.ts:1 has 61 lines',
    ])
  }, 90_000)
})

describe('the source code', () => {
  it('has no to-do comments', () => {
    expect(linesMatching(everything.filter(underStyle), later)).toEqual([])
  })

  it('checks which module it is only in the definitions of the modules', () => {
    const others = product.filter(({ path }) => !/\/campaigns\/modules(\/|\.ts$)/.test(path))
    expect(others.length).toBeGreaterThan(100)
    // An empty value means that no module was chosen.
    const lines = linesMatching(others, asksModule).filter((line) => !/[!=]==\s*'('|all')/.test(line))
    expect(lines).toEqual([])
  })

  it('takes the time only from the clock', () => {
    const allowedPaths = /^(server\/platform\/(clock|ids)\.ts|web\/|pixel\/|e2e\/|bench\/|scripts\/|server\/test\/)/
    const bound = product.filter(({ path }) => !allowedPaths.test(path))
    expect(bound.length).toBeGreaterThan(40)
    expect(linesMatching(bound, ownTime)).toEqual([])
  })

  it('calls outside services only through the guarded client', () => {
    const server = product.filter(({ path }) => /^server\/(areas|providers)\//.test(path))
    expect(server.length).toBeGreaterThan(20)
    expect(linesMatching(server, outside)).toEqual([])
  })

  it('names limits max and min', () => {
    expect(linesMatching(code.filter(underStyle), oddLimit)).toEqual([])
  })

  it('waits for a click and its result together', () => {
    const journeys = code.filter(({ path }) => path.startsWith('e2e/'))
    expect(journeys.length).toBeGreaterThan(50)
    expect(linesMatching(journeys, lonelyWait)).toEqual([])
  })

  it.each([
    ['a to-do comment', later, '// TODO: the other half'],
    ['a check for a module', asksModule, "if (campaign.module === 'local') return"],
    ['a case for a module', asksModule, "  case 'b2b':"],
    ['the machine’s clock', ownTime, 'const now = new Date()'],
    ['an unguarded call', outside, 'const request = http.request(url)'],
    ['a limit with another name', oddLimit, 'const mostRows = 10_000'],
    ['a wait without its click', lonelyWait, "const file = page.waitForEvent('download')"],
  ])('is searched for %s everywhere', (_what, pattern, text) => {
    expect(linesMatching([plant(`const one = 1\n${text}`)], pattern)).toEqual([
      `server/areas/leads/planted.ts:2 ${text.trim()}`,
    ])
  })
})
