import { createElement, Fragment, type ReactNode } from 'react'
import { parseHtml, type HtmlNode } from './parse-html.ts'
import styles from './safe-html.module.css'

const draw = (nodes: readonly HtmlNode[]): ReactNode =>
  nodes.map((node, index) => {
    if (typeof node === 'string') return <Fragment key={index}>{node}</Fragment>
    const { tag, href, children } = node
    if (tag === 'br') return <br key={index} />
    const props = href === undefined ? {} : { href, rel: 'noreferrer' }
    return createElement(tag, { key: index, ...props }, draw(children))
  })

/** The only component that renders HTML from the server, rebuilt from allowed elements (SEC-13). */
export function SafeHtml({ html }: { html: string }) {
  return <div className={styles.root}>{draw(parseHtml(html))}</div>
}
