import { describe, expect, it } from 'vitest'
import { collectBody, type Hit, hitIdTimeMs } from './collect-body.ts'

const view: Hit = {
  i: '0199a1b2c3d47abcaabcdef012345678',
  k: 'KEY-1',
  t: 'view',
  u: 'https://shop.example/p/1?utm_source=mail',
  v: 'a'.repeat(32),
  s: 'b'.repeat(32),
}

const parse = (change: Record<string, unknown>) => collectBody.safeParse({ ...view, ...change })

describe('the body of a hit', () => {
  it('is accepted as the pixel sends it', () => {
    const hit = { ...view, h: [null, 'c'.repeat(40)], n: null, x: null, m: 12.7, c: false }
    expect(collectBody.parse(JSON.parse(JSON.stringify(hit)))).toMatchObject({ h: ['c'.repeat(40)], m: 13, c: false })
  })

  it('is only counted if it has a privacy signal, and then contains nothing else', () => {
    expect(collectBody.parse({ k: 'KEY-1', p: 'gpc' })).toEqual({ k: 'KEY-1', p: 'gpc' })
    expect(parse({ p: 'gpc' }).success).toBe(false)
  })

  it.each([
    ['an unknown key', { q: 1 }],
    ['an id of another version', { i: '0199a1b2c3d44abcaabcdef012345678' }],
    ['an id of another variant', { i: '0199a1b2c3d47abccabcdef012345678' }],
    ['a hash of an unknown length', { h: ['c'.repeat(33)] }],
    ['a plain email address for a hash', { h: ['a@shop.example'] }],
    ['an unknown kind', { t: 'click' }],
    ['a URL that is not a web page', { u: 'file:///etc/passwd' }],
    ['a key with invalid characters', { k: "KEY'" }],
  ])('is rejected with %s', (_what, change) => {
    expect(parse(change).success).toBe(false)
  })

  it('has its texts truncated and stripped of what PostgreSQL cannot store', () => {
    const body = collectBody.parse({ ...view, d: `a\0b${'x'.repeat(116)}😀`, n: 'n'.repeat(99) })
    expect(body).toMatchObject({ d: `ab${'x'.repeat(116)}`, n: 'n'.repeat(64) })
  })

  it('has email addresses redacted from its page URL', () => {
    const u = 'https://shop.example/u/jo@mail.example/x?utm_content=jo%40mail.example&gclid=1'
    expect(collectBody.parse({ ...view, u })).toMatchObject({
      u: 'https://shop.example/u/*/x?utm_content=*&gclid=1',
    })
  })

  it('contains the time in its id', () => {
    expect(hitIdTimeMs(view.i)).toBe(0x0199a1b2c3d4)
  })
})
