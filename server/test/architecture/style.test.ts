import { describe, expect, it } from 'vitest'
import { functionsOf } from './functions.ts'
import { isTest, sourcesWith, type Source } from './sources.ts'

// STYLE.md as tests. Each rule names what to do instead and fails when it finds nothing to check.

const code = sourcesWith('.ts', '.tsx', '.mjs')
const everything = sourcesWith('.ts', '.tsx', '.mjs', '.sql', '.css', '.md', '.json', '.html', '.yml')
const product = code.filter(({ path }) => !isTest(path))
const underStyle = (source: Source): boolean => !source.path.endsWith('architecture/style.test.ts')

/** Lines of the given files that match, as `path:line text`. */
function linesMatching(sources: Source[], pattern: RegExp): string[] {
  return sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  )
}

describe('the tree', () => {
  it('is read at all', () => {
    expect(code.length).toBeGreaterThan(50)
    expect(everything.length).toBeGreaterThan(code.length)
  })

  it('has no file over 400 lines', () => {
    const counted = everything.filter(({ path }) => !/\.(json|md)$/.test(path))
    const long = counted.filter(({ text }) => text.split('\n').length > 401).map(({ path }) => path)
    expect(long).toEqual([])
  })

  it('has no function over 70 lines and no component over 120', () => {
    const functions = code.flatMap(functionsOf)
    expect(functions.length).toBeGreaterThan(200)
    const long = functions
      .filter(({ lines, component }) => lines > (component ? 120 : 70))
      .map(({ path, line, name, lines }) => `${path}:${line} ${name || 'anonymous'} has ${lines} lines`)
    expect(long).toEqual([])
  })

  it('names files in kebab-case', () => {
    const odd = code
      .map(({ path }) => path.split('/').at(-1)!)
      .filter((name) => !/^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|tsx|mjs)$/.test(name))
    expect(odd).toEqual([])
  })
})

describe('the code', () => {
  it('leaves nothing for later in a comment', () => {
    expect(linesMatching(everything.filter(underStyle), /\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([])
  })

  it('asks which module it is nowhere but in the definitions of the modules', () => {
    const outside = product.filter(({ path }) => !/\/campaigns\/modules(\/|\.ts$)/.test(path))
    expect(outside.length).toBeGreaterThan(100)
    const asks =
      /\b(module|leadspeekType)\s*[!=]==\s*'|'\s*[!=]==\s*\S*\.?module\b|\bcase '(local|locator|enhance|b2b)'/
    // An empty one is a choice that was not made.
    const named = linesMatching(outside, asks).filter((line) => !/[!=]==\s*'('|all')/.test(line))
    expect(named).toEqual([])
  })

  it('takes the time only from the clock, and makes ids only in platform/ids', () => {
    const allowed = /^(server\/platform\/(clock|ids)\.ts|web\/|pixel\/|e2e\/|bench\/|scripts\/|server\/test\/)/
    const bound = product.filter(({ path }) => !allowed.test(path))
    expect(bound.length).toBeGreaterThan(40)
    expect(linesMatching(bound, /Date\.now\(|new Date\(\)|Math\.random\(|randomUUID|performance\.now\(/)).toEqual([])
  })

  it('reads the environment only through platform/config', () => {
    const allowed =
      /^(server\/platform\/(config|planted-fault)\.ts|server\/entry\/|server\/test\/|e2e\/|bench\/|scripts\/|demo\/cli\.ts)/
    const bound = product.filter(({ path }) => /^(contract|server|demo|web)\//.test(path) && !allowed.test(path))
    expect(bound.length).toBeGreaterThan(40)
    expect(linesMatching(bound, /process\.env/)).toEqual([])
  })

  it('sets inner HTML nowhere', () => {
    expect(linesMatching(product.filter(underStyle), /dangerouslySetInnerHTML|\.innerHTML\s*=/)).toEqual([])
  })

  it('skips no test and runs none alone', () => {
    const tests = code.filter(({ path }) => isTest(path) && underStyle({ path, text: '' }))
    expect(tests.length).toBeGreaterThan(10)
    expect(linesMatching(tests, /\b(it|test|describe)\.(skip|only|todo)\(/)).toEqual([])
  })

  it('reaches outside only through the guarded client', () => {
    const server = product.filter(({ path }) => /^server\/(areas|providers)\//.test(path))
    expect(server.length).toBeGreaterThan(20)
    expect(linesMatching(server, /(?<![.\w])fetch\(|https?\.request\(/)).toEqual([])
  })

  it('re-exports no whole module', () => {
    expect(linesMatching(code, /^export \* from/)).toEqual([])
  })
})
