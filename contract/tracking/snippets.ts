/**
 * The code that a customer copies onto a website. The URL in a snippet decides where hits go: the pixel posts to the
 * origin that it was loaded from.
 */
export type SnippetSource = {
  /** Where the pixel is served, without a trailing slash, for instance `https://leads.acme.example`. */
  origin: string
  /** The pixel's key. */
  key: string
  /** Whether the pixel does nothing before the site calls `lid('consent', true)`. */
  waitsForConsent?: boolean
  /** Whether the pixel asks visitors by a banner of its own, on a site without a consent platform. */
  asksForConsent?: boolean
}

export type SnippetVariant = 'script' | 'queue' | 'gtm' | 'noscript' | 'thank-you'

const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character)
}

/** A JavaScript string literal that is also safe inside `<script>` tags. */
function scriptString(value: string): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

function attributes(source: SnippetSource): [string, string][] {
  const pairs: [string, string][] = [['data-key', source.key]]
  if (source.waitsForConsent) pairs.push(['data-consent', 'wait'])
  else if (source.asksForConsent) pairs.push(['data-consent', 'ask'])
  return pairs
}

function scriptTag(source: SnippetSource, extra: [string, string][] = []): string {
  const data = [...attributes(source), ...extra].map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')
  return `<script async src="${escapeHtml(source.origin)}/px.js"${data}></script>`
}

/** The pixel alone: for sites that never call `lid(…)`. */
export function scriptSnippet(source: SnippetSource): string {
  return scriptTag(source)
}

/** The pixel with a stub that queues calls of `lid(…)` made before the script has loaded. */
export function queueSnippet(source: SnippetSource): string {
  const stub = 'window.lid=window.lid||function(){(lid.q=lid.q||[]).push(arguments)}'
  return `<script>${stub}</script>\n${scriptTag(source)}`
}

/** A Google Tag Manager "Custom HTML" tag, which creates the script element itself as GTM drops `data-` attributes. */
export function gtmSnippet(source: SnippetSource): string {
  const sets = attributes(source).map(
    ([name, value]) => `s.setAttribute(${scriptString(name)},${scriptString(value)});`,
  )
  return [
    '<script>',
    '(function(d){var s=d.createElement("script");s.async=true;',
    `s.src=${scriptString(`${source.origin}/px.js`)};${sets.join('')}`,
    'd.head.appendChild(s)})(document)',
    '</script>',
  ].join('\n')
}

/**
 * An image for visitors without JavaScript: it proves that a page is reached and carries no identifier. It cannot ask
 * for consent, so it is empty for a pixel that waits for consent.
 */
export function noscriptSnippet(source: SnippetSource): string {
  if (source.waitsForConsent || source.asksForConsent) return ''
  const address = escapeHtml(`${source.origin}/collect.gif?k=${encodeURIComponent(source.key)}`)
  return `<noscript><img src="${address}" width="1" height="1" alt="" style="position:absolute"></noscript>`
}

/** The pixel on an order confirmation page: a conversion with `value` in the site's currency, if given. */
export function thankYouSnippet(source: SnippetSource & { value?: number }): string {
  const value: [string, string][] = source.value === undefined ? [] : [['data-value', String(source.value)]]
  return scriptTag(source, [['data-event', 'conversion'], ...value])
}

const SNIPPETS: Record<SnippetVariant, (source: SnippetSource) => string> = {
  script: scriptSnippet,
  queue: queueSnippet,
  gtm: gtmSnippet,
  noscript: noscriptSnippet,
  'thank-you': thankYouSnippet,
}

/** The snippet of a variant the user picked. */
export function snippet(variant: SnippetVariant, source: SnippetSource): string {
  return SNIPPETS[variant](source)
}
