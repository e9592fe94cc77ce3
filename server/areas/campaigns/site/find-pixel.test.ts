import { describe, expect, test } from 'vitest'
import { snippet, type SnippetVariant } from '#contract/tracking/snippets.ts'
import { findPixel } from './find-pixel.ts'

const key = 'abcdefgh234567ab'
const page = (head: string): string =>
  `<!doctype html><html><head><title>x</title>${head}</head><body>Hello</body></html>`

describe('the pixel', () => {
  test.each(['script', 'queue', 'gtm', 'thank-you'] satisfies SnippetVariant[])(
    'is found in a page that carries the %s snippet',
    (variant) => {
      const html = page(snippet(variant, { origin: 'https://leads.acme.example', key }))
      expect(findPixel(html, key).hasPixel).toBe(true)
      expect(findPixel(html, 'abcdefgh234567ac').hasPixel).toBe(false)
    },
  )

  test('is found when a site builder has rewritten the tag', () => {
    const tag = `<SCRIPT type=text/javascript data-key='${key}' SRC='//leads.acme.example/px.js?v=3' defer></SCRIPT>`
    expect(findPixel(page(tag), key).hasPixel).toBe(true)
  })

  test.each([
    ['a comment', (tag: string) => `<!-- ${tag} -->`],
    ['an unclosed comment', (tag: string) => `<!-- ${tag}`],
    ['text', (tag: string) => tag.replaceAll('<', '&lt;')],
  ])('is not found inside %s', (_where, wrap) => {
    const tag = snippet('script', { origin: 'https://leads.acme.example', key })
    expect(findPixel(page(wrap(tag)), key).hasPixel).toBe(false)
  })

  test('of another campaign is not a match, even if its key starts the same', () => {
    const otherSnippet = snippet('script', { origin: 'https://leads.acme.example', key: `${key}z` })
    expect(findPixel(page(otherSnippet), key).hasPixel).toBe(false)
  })

  test('may be loaded by a tag manager, whose containers are listed', () => {
    const html = page(`<script>(function(w,d,s,l,i){})(window,document,'script','dataLayer','GTM-AB12CD');</script>
      <noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-AB12CD"></iframe></noscript>`)
    expect(findPixel(html, key)).toEqual({ hasPixel: false, containers: ['GTM-AB12CD'] })
  })

  test('is searched for in bounded time even on adversarial pages', () => {
    for (const part of ['<!--', '<script', '<script></script', 'GTM-']) {
      const start_ms = performance.now()
      findPixel(part.repeat(300_000), key)
      expect(performance.now() - start_ms).toBeLessThan(10_000)
    }
  })
})
