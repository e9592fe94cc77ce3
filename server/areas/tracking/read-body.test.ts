import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectBody } from '#contract/tracking/collect-body.ts'
import { isClockOff, readBody, storable } from './read-body.ts'

const view = {
  i: '0199a1b2c3d47abcaabcdef012345678',
  k: 'abcdefgh23456723',
  t: 'view',
  u: 'https://shop.example/p/1',
  v: 'a'.repeat(32),
  s: 'b'.repeat(32),
}

const problemOf = (body: unknown) => {
  const reading = readBody(typeof body === 'string' ? body : JSON.stringify(body))
  return 'problem' in reading ? reading.problem : null
}

describe('reading a request body', () => {
  it('accepts a hit and a body that is only counted', () => {
    expect(problemOf(view)).toBeNull()
    expect(problemOf({ ...view, h: [null, 'c'.repeat(64)], n: null, x: 12.5, m: 3.2, c: false })).toBeNull()
    expect(problemOf({ k: view.k, p: 'gpc' })).toBeNull()
  })

  it.each([
    ['i', { i: '0199A1B2C3D47ABCAABCDEF012345678' }],
    ['i', { i: 7 }],
    ['k', { k: 'a b' }],
    ['t', { t: 'click' }],
    ['u', { u: 'file:///etc/passwd' }],
    ['u', { u: 'https://user@/' }],
    ['u', { u: 'https:///nowhere' }],
    ['r', { r: 1 }],
    ['d', { d: {} }],
    ['v', { v: 'a'.repeat(31) }],
    ['s', { s: null }],
    ['h', { h: ['c'.repeat(33)] }],
    ['h', { h: 'c'.repeat(32) }],
    ['h', { h: Array.from({ length: 10 }, () => 'c'.repeat(32)) }],
    ['n', { n: [] }],
    ['x', { x: '12' }],
    ['x', { x: 1e300 }],
    ['x', { x: -0.01 }],
    ['x', { x: -90_000_000_000 }],
    ['x', { x: 10_000_001 }],
    ['w', { w: -1 }],
    ['w', { w: 100_001 }],
    ['l', { l: 5 }],
    ['z', { z: true }],
    ['m', { m: 'long' }],
    ['c', { c: 1 }],
    ['f', { f: 'z' }],
    ['q', { q: 1 }],
    ['constructor', { constructor: 1 }],
  ])('reports %s when it is invalid', (field, change) => {
    expect(problemOf({ ...view, ...change })).toMatchObject({ code: 'malformed', field })
  })

  it('reports a key that would reach the prototype', () => {
    expect(problemOf(`{"__proto__":{},${JSON.stringify(view).slice(1)}`)).toMatchObject({ field: '__proto__' })
  })

  it.each(['i', 'k', 't', 'u', 'v', 's'])('reports %s when it is missing', (field) => {
    expect(problemOf({ ...view, [field]: undefined })).toMatchObject({ code: 'malformed', field })
  })

  it('takes only the key, and the id to forget, next to a privacy signal', () => {
    expect(problemOf({ k: view.k, p: 'gpc', v: view.v })).toBeNull()
    expect(problemOf({ k: view.k, p: 'gpc', v: 'x' })).toMatchObject({ field: 'v' })
    expect(problemOf({ k: view.k, p: 'gpc', s: view.s })).toMatchObject({ field: 's' })
    expect(problemOf({ k: view.k, p: 'maybe' })).toMatchObject({ field: 'p' })
    expect(problemOf({ p: 'gpc' })).toMatchObject({ field: 'k' })
  })

  it.each(['', 'null', '[]', '"text"', '1', '{', '{"i":', '\0'])('rejects %j', (text) => {
    expect(problemOf(text)).toMatchObject({ code: 'malformed' })
  })

  it('agrees with the contract’s schema on every body, except for page URLs without a host', () => {
    const hex = (length: number) =>
      fc
        .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
        .map((parts) => parts.join(''))
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(null, undefined, -1, 1e9, '', 'a', 0.5, true, [null]))
    const orOdd = (usual: fc.Arbitrary<unknown>) =>
      fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: odd })
    const body = fc.record(
      {
        i: orOdd(hex(32).map((id) => `${id.slice(0, 12)}7${id.slice(13, 16)}8${id.slice(17)}`)),
        k: orOdd(fc.constantFrom('a', 'A-_9', 'x'.repeat(64))),
        t: orOdd(fc.constantFrom('view', 'event', 'identify', 'conversion')),
        u: orOdd(fc.webUrl({ withQueryParameters: true, withFragments: true })),
        v: orOdd(hex(32)),
        s: orOdd(hex(32)),
        r: orOdd(fc.string()),
        d: orOdd(fc.string({ unit: 'binary' })),
        h: orOdd(fc.array(fc.oneof(hex(32), hex(40), hex(64), fc.constant(null)), { maxLength: 10 })),
        n: orOdd(fc.option(fc.string())),
        x: orOdd(fc.option(fc.double({ min: -1e9, max: 1e9, noNaN: true }))),
        w: orOdd(fc.double({ min: 0, max: 110_000, noNaN: true })),
        l: orOdd(fc.string()),
        z: orOdd(fc.string()),
        m: orOdd(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })),
        c: orOdd(fc.boolean()),
        q: odd,
      },
      { requiredKeys: ['i', 'k', 't', 'u', 'v', 's'] },
    )
    // Most bodies have no unknown key: otherwise all would be rejected for the same reason.
    const usual = fc.tuple(body, fc.nat(9)).map(([{ q, ...rest }, dice]) => (dice === 0 ? { ...rest, q } : rest))
    const countedBody = fc.record({ k: orOdd(fc.constant('a')), p: orOdd(fc.constantFrom('gpc', 'optout', 'consent')) })
    let count = 0
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: countedBody }), (sent) => {
        const text = JSON.stringify(sent)
        const ours = !('problem' in readBody(text))
        if (ours) count++
        expect(ours).toBe(collectBody.safeParse(JSON.parse(text)).success)
      }),
      { numRuns: 3_000 },
    )
    expect(count).toBeGreaterThan(500)
  })
})

describe('the timestamp in an id', () => {
  const made_ms = 0x0199a1b2c3d4
  const day_ms = 86_400_000

  it('may be off by up to a day either way', () => {
    expect(isClockOff(view.i, made_ms)).toBe(false)
    expect(isClockOff(view.i, made_ms + day_ms)).toBe(false)
    expect(isClockOff(view.i, made_ms - day_ms)).toBe(false)
    expect(isClockOff(view.i, made_ms + day_ms + 1)).toBe(true)
    expect(isClockOff(view.i, made_ms - day_ms - 1)).toBe(true)
  })
})

describe('text to be stored', () => {
  it('is truncated, without NULs and lone surrogates', () => {
    expect(storable('Lawn mowers 🌱', 120)).toBe('Lawn mowers 🌱')
    expect(storable('a\0b\ud83d', 120)).toBe('ab')
    expect(storable('ab😀', 3)).toBe('ab')
  })
})
