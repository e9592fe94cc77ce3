import type { Page } from 'playwright-core'

/** The height of a table row with two lines; a taller row has wrapped content. */
const highestRow_px = 60
/** The same with the three lines that some columns may have. */
const highestWrappedRow_px = 80
/** A broken page usually has many faults, so report only the first few. */
const maxOfAKind = 5

const short = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, 40)
const first = (faults: string[]): string[] => [...new Set(faults)].slice(0, maxOfAKind)

/**
 * Visible faults that no accessibility rule covers: overlapping texts, a page that scrolls sideways, rows that grow
 * with their content, truncated texts that are nowhere shown in full, truncated labels of our own, and controls that
 * are covered by something sticky.
 */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  const { sideways_px, rows } = await page.evaluate(measurePage)
  const overlaps = await page.evaluate(findOverlaps)
  const cuts = await page.evaluate(findCuts)
  const pairs = await page.evaluate(findCovered)
  return [
    ...(sideways_px > 0 ? [`scrolls sideways by ${sideways_px} px`] : []),
    ...first(
      rows
        .filter(({ height, mayWrap }) => height > (mayWrap ? highestWrappedRow_px : highestRow_px))
        .map(({ height, text }) => `row of ${Math.round(height)} px: ${short(text)}`),
    ),
    ...first(overlaps.map(([one, other]) => `printed over each other: "${short(one)}" and "${short(other)}"`)),
    ...first(cuts.problems.map((text) => `cut short: "${short(text)}"`)),
    ...first(cuts.words.map((text) => `our own words are cut short: "${short(text)}"`)),
    ...first(pairs.map(([control, cover]) => `"${short(control)}" lies behind "${short(cover)}"`)),
  ]
}

// The functions below run in the page, each by itself: they cannot use anything else in this file.

function measurePage(): { sideways_px: number; rows: { height: number; text: string; mayWrap: boolean }[] } {
  const rows = [...document.querySelectorAll('tbody tr')]
    .filter((row) => getComputedStyle(row).display === 'grid')
    .map((row) => ({
      height: row.getBoundingClientRect().height,
      text: row.textContent ?? '',
      mayWrap: row.querySelector('[data-wraps]') !== null,
    }))
  return { sideways_px: document.documentElement.scrollWidth - document.documentElement.clientWidth, rows }
}

function findOverlaps(): [string, string][] {
  type Box = { left: number; top: number; right: number; bottom: number }
  const everywhere: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }
  const nowhere: Box = { left: 0, top: 0, right: 0, bottom: 0 }
  const intersection = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  })
  const isSeen = (box: Box): boolean => box.right - box.left > 1 && box.bottom - box.top > 1
  // The visible area of an element's content. Sticky and floating elements overlap others on purpose.
  const windows = new Map<Element, Box>()
  const windowOf = (element: Element | null): Box => {
    if (!element || element === document.body) return everywhere
    const before = windows.get(element)
    if (before) return before
    const { position, overflowX, overflowY, clipPath, opacity } = getComputedStyle(element)
    const isApart = position === 'fixed' || position === 'sticky' || clipPath !== 'none' || opacity === '0'
    const clips = overflowX !== 'visible' || overflowY !== 'visible'
    const around = isApart ? nowhere : windowOf(element.parentElement)
    const box = clips ? intersection(around, element.getBoundingClientRect()) : around
    windows.set(element, box)
    return box
  }
  const texts: { element: Element; box: Box }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || node.textContent!.trim() === '' || !isSeen(windowOf(element)) || !element.checkVisibility())
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      const box = intersection(rect, windowOf(element))
      if (isSeen(box)) texts.push({ element, box })
    }
  }
  texts.sort((one, other) => one.box.top - other.box.top)
  const overlaps: [string, string][] = []
  for (let at = 0; at < texts.length; at++) {
    const { element, box } = texts[at]!
    for (let next = at + 1; next < texts.length && texts[next]!.box.top < box.bottom - 4; next++) {
      const other = texts[next]!
      const both = intersection(box, other.box)
      if (other.element === element || both.right - both.left <= 3 || both.bottom - both.top <= 4) continue
      overlaps.push([element.textContent ?? '', other.element.textContent ?? ''])
    }
  }
  return overlaps
}

function findCuts(): { problems: string[]; words: string[] } {
  const problems: string[] = []
  const words: string[] = []
  const isWider = (element: Element): boolean => element.scrollWidth > element.clientWidth + 1
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (!isWider(element) || element.clientWidth <= 2) continue
    const { overflowX, clipPath } = getComputedStyle(element)
    if ((overflowX !== 'hidden' && overflowX !== 'clip') || clipPath !== 'none' || !element.checkVisibility()) continue
    const text = (element.textContent ?? '').trim()
    if (text === '') continue
    // Inner elements that are truncated are checked by themselves.
    const parts = [...element.querySelectorAll('*')]
    if (parts.some((one) => isWider(one) && getComputedStyle(one).overflowX === 'hidden')) continue
    // Names can have any length, but our own labels must fit.
    const isOurs = element.closest('button, th, label, legend, [role="tab"], [data-tone]') !== null
    if (isOurs && !/Wolfeschlegel|Donaudampf|long-mailbox/.test(text)) words.push(text)
    element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    if (!element.closest('[title]:not([title=""])')) problems.push(text)
  }
  return { problems, words }
}

/** Visits the controls as the Tab key does, there and back: each is scrolled into view, and nothing may cover it. */
function findCovered(): [string, string][] {
  const enough = 24
  const all = [
    ...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, textarea):not([disabled])'),
  ].filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.tabIndex >= 0)
  const some = all.length <= 2 * enough ? all : [...all.slice(0, enough), ...all.slice(-enough)]
  const nameOf = (one: Element): string =>
    one.getAttribute('aria-label') ?? (one.textContent?.trim() || one.getAttribute('name') || one.tagName)
  const overlaps: [string, string][] = []
  for (const control of [...some, ...some.toReversed()]) {
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const { left, top, width, height } = control.getBoundingClientRect()
    if (width < 4 || height < 4) continue
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    const isItself = !over || control.contains(over) || over.contains(control) || over.closest('label, td, th')
    if (!isItself) overlaps.push([nameOf(control), nameOf(over)])
  }
  window.scrollTo({ top: 0, behavior: 'instant' })
  return overlaps
}
