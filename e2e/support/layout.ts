import type { Page } from 'playwright-core'

/** A row of a table is as high as two lines; what is higher holds something that wraps. */
const highestRow_px = 60
/** A page that is broken at all is broken often: the first few say enough. */
const mostOverlaps = 5

const short = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, 40)

/**
 * What people would see at once and no rule of accessibility asks for: texts that are printed over each other, a page that
 * scrolls sideways, rows that grow with what they hold, and texts that are cut short and said nowhere else.
 */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  const { sideways_px, rows } = await page.evaluate(measurePage)
  const overlaps = await page.evaluate(findOverlaps)
  const cuts = await page.evaluate(findCuts)
  const overlapping = overlaps.map(([one, other]) => `printed over each other: "${short(one)}" and "${short(other)}"`)
  return [
    ...(sideways_px > 0 ? [`scrolls sideways by ${sideways_px} px`] : []),
    ...rows
      .filter(({ height }) => height > highestRow_px)
      .map(({ height, text }) => `row of ${Math.round(height)} px: ${short(text)}`),
    ...[...new Set(overlapping)].slice(0, mostOverlaps),
    ...cuts.map((text) => `cut short: "${short(text)}"`),
  ]
}

// The functions below run in the page, each by itself: they see nothing of this file.

function measurePage(): { sideways_px: number; rows: { height: number; text: string }[] } {
  const rows = [...document.querySelectorAll('tbody tr')]
    .filter((row) => getComputedStyle(row).display === 'grid')
    .map((row) => ({ height: row.getBoundingClientRect().height, text: row.textContent ?? '' }))
  return { sideways_px: document.documentElement.scrollWidth - document.documentElement.clientWidth, rows }
}

function findOverlaps(): [string, string][] {
  type Box = { left: number; top: number; right: number; bottom: number }
  const boxOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom })
  const cut = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  })
  const isSeen = (box: Box): boolean => box.right - box.left > 1 && box.bottom - box.top > 1
  // What sticks or floats lies over other things on purpose.
  const floats = (element: Element): boolean => {
    for (let one: Element | null = element; one; one = one.parentElement) {
      const { position } = getComputedStyle(one)
      if (position === 'fixed' || position === 'sticky') return true
    }
    return false
  }
  const clipped = (element: Element, box: Box): Box => {
    let left = box
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one)
      if (style.overflowX !== 'visible' || style.overflowY !== 'visible')
        left = cut(left, boxOf(one.getBoundingClientRect()))
      if (style.clipPath !== 'none' || style.opacity === '0') return { left: 0, top: 0, right: 0, bottom: 0 }
    }
    return left
  }
  const texts: { element: Element; box: Box }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || node.textContent!.trim() === '' || !element.checkVisibility() || floats(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      const box = clipped(element, boxOf(rect))
      if (isSeen(box)) texts.push({ element, box })
    }
  }
  texts.sort((one, other) => one.box.top - other.box.top)
  const overlaps: [string, string][] = []
  for (let at = 0; at < texts.length; at++) {
    const { element, box } = texts[at]!
    for (let next = at + 1; next < texts.length && texts[next]!.box.top < box.bottom - 4; next++) {
      const other = texts[next]!
      const both = cut(box, other.box)
      if (other.element === element || both.right - both.left <= 3 || both.bottom - both.top <= 4) continue
      overlaps.push([element.textContent ?? '', other.element.textContent ?? ''])
    }
  }
  return overlaps
}

function findCuts(): string[] {
  const cuts: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const style = getComputedStyle(element)
    const hides = style.overflowX === 'hidden' || style.overflowX === 'clip'
    if (!hides || element.scrollWidth <= element.clientWidth + 1 || !element.checkVisibility()) continue
    const text = (element.textContent ?? '').trim()
    if (text === '' || element.clientWidth <= 2 || style.clipPath !== 'none') continue
    // A part of it that is cut short by itself is looked at by itself.
    if (
      [...element.querySelectorAll<HTMLElement>('*')].some(
        (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'hidden',
      )
    )
      continue
    element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    if (!element.closest('[title]:not([title=""])')) cuts.push(text)
  }
  return cuts
}
