/** A node of a document: text, or one of the few allowed elements. */
export type HtmlNode = string | HtmlElement
interface HtmlElement {
  tag: (typeof tags)[number]
  href: string | undefined
  children: HtmlNode[]
}

const tags = ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'br'] as const
const isKnown = (name: string): name is HtmlElement['tag'] => tags.includes(name as HtmlElement['tag'])
/** Elements that are removed with their content, because it is not text. */
const hiddenPart = /<(script|style|template|svg|math|iframe|object)\b[^]*?(?:<\/\1\s*>|$)|<!--[^]*?(?:-->|$)/gi
const piece = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|([^<]+|<)/gi

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00A0' }
const decode = (text: string): string =>
  text.replace(/&(#?\w+);/g, (entity, name: string) => entities[name.toLowerCase()] ?? entity)

/** Allows only links to web pages and email addresses. */
const hrefOf = (attributes: string): string | undefined => {
  const href = decode(/\bhref\s*=\s*"([^"]*)"/i.exec(attributes)?.[1] ?? '').trim()
  return /^(https?:\/\/|mailto:|\/(?!\/))/i.test(href) ? href : undefined
}

/**
 * Parses HTML into plain data, without the browser's parser or any injection sink: elements that are not on the
 * allowlist are dropped, and text always stays text. Unclosed elements end with their parent.
 */
export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlNode[] = []
  const open: HtmlElement[] = []
  const add = (node: HtmlNode): void => void (open.at(-1)?.children ?? root).push(node)
  for (const [, slash, name = '', attributes = '', text] of html.replace(hiddenPart, '').matchAll(piece)) {
    if (text !== undefined) {
      add(decode(text))
      continue
    }
    const tag = name.toLowerCase()
    if (!isKnown(tag)) continue
    if (slash) {
      const at = open.findLastIndex((element) => element.tag === tag)
      if (at >= 0) open.length = at
      continue
    }
    const element: HtmlElement = { tag, href: tag === 'a' ? hrefOf(attributes) : undefined, children: [] }
    add(element)
    if (tag !== 'br') open.push(element)
  }
  return root
}
