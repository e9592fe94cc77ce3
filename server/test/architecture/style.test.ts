import { describe, expect, it } from 'vitest'
import { functionsOf, type FunctionSpan } from './functions.ts'
import { isTest, sourcesWith, type Source } from './sources.ts'

// STYLE.md as tests. Each rule says what to do instead, and fails if it finds nothing to check.

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

let functions: FunctionSpan[] | undefined
/** Cached: parsing all code takes seconds. */
const allFunctions = (): FunctionSpan[] => (functions ??= code.flatMap(functionsOf))

const planted = (text: string, path = 'server/areas/leads/planted.ts'): Source => ({ path, text })

const tooLong = (sources: Source[]): string[] =>
  sources.filter(({ text }) => text.split('\n').length > 401).map(({ path }) => path)
const longOnes = (functions: FunctionSpan[]): string[] =>
  functions
    .filter(({ lines, component }) => lines > (component ? 120 : 70))
    .map(({ path, line, name, lines }) => `${path}:${line} ${name || 'anonymous'} has ${lines} lines`)
const longTests = (functions: FunctionSpan[]): string[] =>
  functions
    .filter(({ path, test, lines }) => test && lines > 60 && /^(server|contract)\//.test(path))
    .map(({ path, line, lines }) => `${path}:${line} has ${lines} lines`)
const oddNames = (sources: Source[]): string[] =>
  sources
    .map(({ path }) => path.split('/').at(-1)!)
    .filter((name) => !/^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|tsx|mjs)$/.test(name))

/** Patterns that no line may contain, grouped by where they apply. */
const later = /\b(TODO|FIXME|XXX|HACK)\b/
const asksModule =
  /\b(module|leadspeekType)\s*[!=]==\s*'|'\s*[!=]==\s*\S*\.?module\b|\bcase '(local|locator|enhance|b2b)'/
const ownTime = /Date\.now\(|new Date\(\)|Math\.random\(|randomUUID|performance\.now\(/
const environment = /process\.env/
const innerHtml = /dangerouslySetInnerHTML|\.innerHTML\s*=/
const skipped = /\b(it|test|describe)\.(skip|only|todo)\(/
const outside = /(?<![.\w])fetch\(|https?\.request\(/
const wholeModule = /^export \* from/
const defaultExport = /^export default\b|^export \{.*\bas default\b/
/** Two are keys of stored settings, two are no limits. */
const oddLimit = /\b(?!(?:leastKnown|leastSearches|mostFrequent|mostRecent)\b)(?:most|least)[A-Z]\w*/
const ownDialog = /<Modal\b|\b(window|globalThis)\.confirm\(/
/** If the click before fails, such a pending wait rejects later, outside any test. */
const lonelyWait = /=\s+[\w.()]+\.waitFor(Event|Request|Response)\(/

describe('the source tree', () => {
  it('is found', () => {
    expect(code.length).toBeGreaterThan(50)
    expect(everything.length).toBeGreaterThan(code.length)
  })

  it('has no file over 400 lines', () => {
    const counted = everything.filter(({ path }) => !/\.(json|md)$/.test(path))
    expect(tooLong(counted)).toEqual([])
    expect(tooLong([planted('\n'.repeat(400)), planted('\n'.repeat(401), 'web/planted.css')])).toEqual([
      'web/planted.css',
    ])
  })

  it('has no function over 70 lines and no component over 120', () => {
    expect(allFunctions().length).toBeGreaterThan(200)
    expect(longOnes(allFunctions())).toEqual([])
    const body = (lines: number): string => `{${'\n'.repeat(lines - 1)}}`
    const written = [
      planted(`function right() ${body(70)}\nconst wrong = () => ${body(71)}`),
      planted(`function Right() ${body(120)}\nfunction Wrong() ${body(121)}`, 'web/planted.tsx'),
      planted(`class One {\n  wrong() ${body(71)}\n}`),
    ]
    expect(longOnes(written.flatMap(functionsOf))).toEqual([
      'server/areas/leads/planted.ts:71 wrong has 71 lines',
      'web/planted.tsx:121 Wrong has 121 lines',
      'server/areas/leads/planted.ts:2 wrong has 71 lines',
    ])
  }, 90_000)

  it('has no test over 60 lines on the server and in the contract: it would test more than one thing', () => {
    expect(allFunctions().filter(({ test }) => test).length).toBeGreaterThan(1_000)
    expect(longTests(allFunctions())).toEqual([])
    const body = (lines: number): string => `{${'\n'.repeat(lines - 1)}}`
    const written = [
      `it('is right', async () => ${body(60)})\ndescribe('all', () => {\n  test.each([() => ${body(61)}])('%s', () => ${body(61)})\n})`,
      `it('is long', { timeout: 1 }, () => ${body(61)})`,
    ].map((text, at) => planted(text, `server/planted-${at}.test.ts`))
    const journey = planted(`it('goes on', () => ${body(65)})`, 'e2e/planted.test.ts')
    expect(longTests([...written, journey].flatMap(functionsOf))).toEqual([
      'server/planted-0.test.ts:122 has 61 lines',
      'server/planted-1.test.ts:1 has 61 lines',
    ])
  }, 90_000)

  it('names files in kebab-case', () => {
    expect(oddNames(code)).toEqual([])
    const named = ['web/planted-page.test.tsx', 'web/PlantedPage.tsx', 'server/planted_page.ts']
    expect(oddNames(named.map((path) => planted('', path)))).toEqual(['PlantedPage.tsx', 'planted_page.ts'])
  })
})

describe('the source code', () => {
  it('has no to-do comments', () => {
    expect(linesMatching(everything.filter(underStyle), later)).toEqual([])
  })

  it('checks which module it is only in the definitions of the modules', () => {
    const others = product.filter(({ path }) => !/\/campaigns\/modules(\/|\.ts$)/.test(path))
    expect(others.length).toBeGreaterThan(100)
    // An empty value means that no module was chosen.
    const named = linesMatching(others, asksModule).filter((line) => !/[!=]==\s*'('|all')/.test(line))
    expect(named).toEqual([])
  })

  it('takes the time only from the clock, and creates ids only in platform/ids', () => {
    const allowed = /^(server\/platform\/(clock|ids)\.ts|web\/|pixel\/|e2e\/|bench\/|scripts\/|server\/test\/)/
    const bound = product.filter(({ path }) => !allowed.test(path))
    expect(bound.length).toBeGreaterThan(40)
    expect(linesMatching(bound, ownTime)).toEqual([])
  })

  it('reads the environment only through platform/config', () => {
    const allowed =
      /^(server\/platform\/(config|planted-fault)\.ts|server\/entry\/|server\/test\/|e2e\/|bench\/|scripts\/|demo\/cli\.ts)/
    const bound = product.filter(({ path }) => /^(contract|server|demo|web)\//.test(path) && !allowed.test(path))
    expect(bound.length).toBeGreaterThan(40)
    expect(linesMatching(bound, environment)).toEqual([])
  })

  it('never sets inner HTML', () => {
    expect(linesMatching(product.filter(underStyle), innerHtml)).toEqual([])
  })

  it('has no skipped or exclusive tests', () => {
    const tests = code.filter(({ path }) => isTest(path) && underStyle({ path, text: '' }))
    expect(tests.length).toBeGreaterThan(10)
    expect(linesMatching(tests, skipped)).toEqual([])
  })

  it('calls outside services only through the guarded client', () => {
    const server = product.filter(({ path }) => /^server\/(areas|providers)\//.test(path))
    expect(server.length).toBeGreaterThan(20)
    expect(linesMatching(server, outside)).toEqual([])
  })

  it('re-exports no whole module', () => {
    expect(linesMatching(code, wholeModule)).toEqual([])
  })

  it('has no default exports but those that a tool asks for', () => {
    const tools = /^((vite|knip)[.\w-]*config\.ts|scripts\/report\.mjs)$/
    const found = linesMatching(code, defaultExport)
    expect(found.filter((line) => tools.test(line.split(':')[0]!))).not.toEqual([])
    expect(found.filter((line) => !tools.test(line.split(':')[0]!))).toEqual([])
  })

  it('names limits max and min', () => {
    expect(linesMatching(code.filter(underStyle), oddLimit)).toEqual([])
  })

  it('opens dialogs with the shell’s one', () => {
    const allowed = /^web\/(shells\/dialog|app\/session-ended-dialog|areas\/search\/palette)\.tsx$/
    const screens = product.filter(({ path }) => /^web\/.*\.tsx$/.test(path))
    expect(screens.filter(({ path }) => allowed.test(path))).toHaveLength(3)
    expect(linesMatching(screens, ownDialog).filter((line) => !allowed.test(line.split(':')[0]!))).toEqual([])
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
    ['the machine’s clock', ownTime, 'const now_ms = Date.now()'],
    ['a locally created id', ownTime, 'const id = crypto.randomUUID()'],
    ['the environment', environment, "const port = process.env['PORT']"],
    ['inner HTML', innerHtml, '<div dangerouslySetInnerHTML={{ __html: text }} />'],
    ['a skipped test', skipped, "it.skip('is right', () => {})"],
    ['an unguarded call', outside, 'const answer = await fetch(url)'],
    ['a limit with another name', oddLimit, 'const mostRows = 10_000'],
    ['a custom dialog', ownDialog, '<Modal opened onClose={onClose}>'],
    ['a wait without its click', lonelyWait, "const file = page.waitForEvent('download')"],
    ['a re-exported module', wholeModule, "export * from './leads.ts'"],
    ['a default export', defaultExport, 'export default function readLeads() {}'],
  ])('is searched for %s everywhere', (_what, pattern, text) => {
    expect(linesMatching([planted(`const one = 1\n${text}`)], pattern)).toEqual([
      `server/areas/leads/planted.ts:2 ${text.trim()}`,
    ])
  })
})
