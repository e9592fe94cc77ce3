import { describe, expect, test } from 'vitest'
import { parseHtml, type HtmlNode } from './parse-html.ts'

const outline = (nodes: readonly HtmlNode[]): string =>
  nodes
    .map((node) =>
      typeof node === 'string'
        ? node
        : `[${node.tag}${node.href === undefined ? '' : ` ${node.href}`}:${outline(node.children)}]`,
    )
    .join('')

describe('a document’s HTML', () => {
  test('becomes headings, paragraphs, lists and links', () => {
    expect(outline(parseHtml('<h2>1. A</h2>\n<p>Mr &amp; Ms <strong>X</strong>.</p><ul><li>a<br>b</li></ul>'))).toBe(
      '[h2:1. A]\n[p:Mr & Ms [strong:X].][ul:[li:a[br:]b]]',
    )
    expect(
      outline(parseHtml('<a href="https://example.test/?a=1&amp;b=2">go</a><a href="/privacy-policy">p</a>')),
    ).toBe('[a https://example.test/?a=1&b=2:go][a /privacy-policy:p]')
  })

  test('shows escaped text as text', () => {
    expect(parseHtml('<p>&lt;img src=x onerror=alert(1)&gt;</p>')).toEqual([
      { tag: 'p', href: undefined, children: ['<img src=x onerror=alert(1)>'] },
    ])
  })

  test.each([
    ['<p onclick="alert(1)">a</p>', '[p:a]'],
    ['<script>alert(1)</script>a', 'a'],
    ['<SCRIPT src="//evil.test"></SCRIPT >a', 'a'],
    ['<style>p { color: red }</style>a<!-- <p>b</p> -->', 'a'],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<a href="javascript:alert(1)">a</a>', '[a:a]'],
    ['<a href=" java&#115;cript:alert(1)">a</a>', '[a:a]'],
    ['<a href="//evil.test">a</a>', '[a:a]'],
    ['<scr<script>x</script>ipt>alert(1)', 'alert(1)'],
    ['<p>never <strong>closed', '[p:never [strong:closed]]'],
    ['a < b', 'a < b'],
  ])('%s contains nothing executable', (html, safe) => {
    expect(outline(parseHtml(html))).toBe(safe)
  })
})
