import type { HitLine, Row } from './describe.ts'
import { style } from './style.ts'
import { translateIn } from './words.ts'

export type Panel = {
  show(rows: readonly Row[], hits: readonly HitLine[], left: string): void
}

/** An id unlikely to clash with the page's own elements. */
const elementId = 'lid-debugger'

/**
 * Draws the panel over the page, in its own shadow tree. Everything is set as text, so that the name of a campaign or
 * an event can never run as code.
 */
export function openPanel(options: { host: string; language: string; onEnd: () => void }): Panel {
  const say = translateIn(options.language)
  const outer = document.createElement('div')
  outer.id = elementId
  const root = outer.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]

  const body = make('div', { className: 'body' })
  const timeLeft = make('small')
  const title = make('h2', {}, say('Pixel debugger'), timeLeft)
  const hide = make('button', { type: 'button' }, say('Hide'))
  hide.setAttribute('aria-expanded', 'true')
  hide.addEventListener('click', () => {
    body.hidden = !body.hidden
    hide.textContent = say(body.hidden ? 'Show' : 'Hide')
    hide.setAttribute('aria-expanded', String(!body.hidden))
  })
  const end = make('button', { type: 'button' }, say('End'))
  end.addEventListener('click', () => {
    outer.remove()
    options.onEnd()
  })
  const dir = options.language === 'ar' ? 'rtl' : 'ltr'
  const section = make('section', { lang: options.language, dir }, make('header', {}, title, hide, end), body)
  section.setAttribute('aria-label', say('Pixel debugger'))
  outer.dir = dir
  root.append(section)
  // Not in the body: a page that replaces the body's content would remove the panel.
  document.documentElement.append(outer)

  let lastView = ''
  return {
    show(rows, hits, time) {
      timeLeft.replaceChildren(make('bdi', {}, options.host), ` · ${time}`)
      // Redraw only on changes, so that the text being read or selected stays in place.
      const now = JSON.stringify([rows, hits])
      if (now === lastView) return
      lastView = now
      const list = rows.flatMap((row) => [make('dt', {}, say(row.label)), valueOf(row)])
      body.replaceChildren(make('dl', {}, ...list), ...hitsOf(hits))
    },
  }

  function valueOf({ tone, texts, foreign }: Row): HTMLElement {
    const value = make('dd', {}, ...(foreign ? [make('bdi', {}, foreign)] : []))
    for (const text of texts) value.append(make('span', {}, say(text)))
    value.dataset.tone = tone
    return value
  }

  function hitsOf(hits: readonly HitLine[]): HTMLElement[] {
    const heading = make('h3', {}, say('Hits'))
    if (hits.length === 0) return [heading, make('p', {}, say('Nothing has been sent from this page yet.'))]
    return [heading, make('ul', {}, ...hits.map(lineOf))]
  }

  function lineOf({ tone, kind, what, outcome, message }: HitLine): HTMLElement {
    const result = make('span', {}, say(outcome))
    result.dataset.tone = tone
    const line = make('li', {}, make('span', {}, say(kind)), make('bdi', {}, what), result)
    if (message) line.append(make('em', {}, message))
    return line
  }
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}
