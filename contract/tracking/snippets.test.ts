import { describe, expect, it } from 'vitest'
import { gtmSnippet, noscriptSnippet, queueSnippet, snippet, thankYouSnippet } from './snippets.ts'

const source = { origin: 'https://leads.acme.example', key: 'KEY-1' }

describe('the snippets', () => {
  it('load the pixel from the brand’s own host with the campaign’s key', () => {
    expect(snippet('script', source)).toBe(
      '<script async src="https://leads.acme.example/px.js" data-key="KEY-1"></script>',
    )
  })

  it('queue calls made before the pixel has loaded', () => {
    expect(queueSnippet(source)).toBe(
      '<script>window.lid=window.lid||function(){(lid.q=lid.q||[]).push(arguments)}</script>\n' +
        '<script async src="https://leads.acme.example/px.js" data-key="KEY-1"></script>',
    )
  })

  it('report a conversion from the thank-you page, with its value if known', () => {
    expect(thankYouSnippet(source)).toContain(' data-event="conversion"></script>')
    expect(thankYouSnippet({ ...source, value: 49.9 })).toContain(
      ' data-event="conversion" data-value="49.9"></script>',
    )
  })

  it('reach visitors without JavaScript through an image without an identifier', () => {
    expect(noscriptSnippet(source)).toMatch(
      /^<noscript><img src="https:\/\/leads\.acme\.example\/collect\.gif\?k=KEY-1" [^>]+><\/noscript>$/,
    )
  })

  it('wait for consent where the site asks for it, and then omit the image, which cannot wait', () => {
    const waiting = { ...source, waitsForConsent: true }
    for (const variant of ['script', 'queue', 'thank-you'] as const) {
      expect(snippet(variant, waiting)).toContain(' data-consent="wait"')
    }
    expect(gtmSnippet(waiting)).toContain('s.setAttribute("data-consent","wait");')
    expect(snippet('noscript', waiting)).toBe('')
  })

  it('escape the host and the key', () => {
    const hostile = { origin: 'https://x"><script>alert(1)//', key: `"'></script><img src=x>` }
    for (const variant of ['script', 'queue', 'thank-you', 'noscript'] as const) {
      expect(snippet(variant, hostile)).not.toMatch(/<img src=x|alert\(1\)[^&]*<|x">/)
    }
    expect(gtmSnippet(hostile).match(/<\/script>/g)).toHaveLength(1)
    expect(gtmSnippet(hostile)).not.toContain('<img')
  })
})
