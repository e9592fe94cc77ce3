// Compiles the handbook (docs/guide) for browsers: each chapter becomes plain data, so that browsers load neither
// Markdown nor its parser, and a page can show nothing but what this file knows (docs/decisions/0249).
import { basename, sep } from 'node:path'
import { marked } from 'marked'
import { at } from './lib.mjs'

const folder = at('docs/guide') + sep

/** A plugin for Vite. */
export function guideForBrowsers() {
  return {
    name: 'guide-for-browsers',
    transform(code, id) {
      if (!id.startsWith(folder) || !id.endsWith('.md')) return null
      return { code: `export default ${JSON.stringify(chapterFrom(code))}`, map: null, moduleType: 'js' }
    },
  }
}

/** The data of a chapter (`web/areas/help/chapter.ts`). Throws on Markdown that no chapter may contain, such as HTML. */
export function chapterFrom(markdown) {
  const [title, ...tokens] = marked.lexer(markdown).filter(({ type }) => type !== 'space')
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error('A chapter begins with its title: # Leads')
  return { title: title.text, blocks: tokens.map(blockFrom) }
}

/** The anchor of a heading, as code hosts make it of the same text. */
const anchorOf = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

const blockKinds = {
  heading({ depth, text, tokens }) {
    if (depth !== 2) throw new Error(`A heading within a chapter is of the second level: ${text}`)
    return { kind: 'heading', id: anchorOf(text), text: tokens.map(inlineFrom) }
  },
  paragraph({ tokens }) {
    const [first] = tokens
    if (first.type === 'image') return { kind: 'picture', name: basename(first.href), alt: first.text }
    return { kind: 'paragraph', text: tokens.map(inlineFrom) }
  },
  text: ({ tokens }) => ({ kind: 'paragraph', text: tokens.map(inlineFrom) }),
  list: ({ ordered, items }) => ({
    kind: 'list',
    isOrdered: ordered,
    items: items.map(({ tokens }) => tokens.filter(({ type }) => type !== 'space').map(blockFrom)),
  }),
  code: ({ text }) => ({ kind: 'code', text }),
  blockquote: ({ tokens }) => ({
    kind: 'note',
    blocks: tokens.filter(({ type }) => type !== 'space').map(blockFrom),
  }),
  table: ({ header, rows }) => ({
    kind: 'table',
    head: header.map(({ tokens }) => tokens.map(inlineFrom)),
    rows: rows.map((cells) => cells.map(({ tokens }) => tokens.map(inlineFrom))),
  }),
}

const inlineKinds = {
  // A chapter's lines are wrapped, which its readers do not see.
  text: ({ text }) => text.replaceAll('\n', ' '),
  strong: ({ text }) => ({ kind: 'strong', text: text.replaceAll('\n', ' ') }),
  codespan: ({ text }) => ({ kind: 'code', text }),
  link({ href, tokens }) {
    const [, name, hash] = /^(?:\.\.\/[a-z]+\/)?([a-z0-9-]+)(?:\.ar)?\.md(?:#(.+))?$/.exec(href) ?? []
    if (name === undefined) throw new Error(`A chapter links to other chapters only: ${href}`)
    return { kind: 'link', chapter: name, ...(hash && { hash: decodeURI(hash) }), text: tokens.map(inlineFrom) }
  },
}

const fromKind = (kinds) => (token) => {
  const make = kinds[token.type]
  if (!make) throw new Error(`A chapter contains ${token.type}: ${token.raw}`)
  return make(token)
}
const blockFrom = fromKind(blockKinds)
const inlineFrom = fromKind(inlineKinds)
