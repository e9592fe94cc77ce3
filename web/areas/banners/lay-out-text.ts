import type { TextElement } from '#contract/banners/drawing.ts'

const lineHeight = 1.2
/** Baseline's distance from the top of the line, in font sizes. */
const baseline = 0.93

/** Measures the width of a text in an element's font, in pixels. */
export type Measure = (text: string, element: TextElement) => number

let context: CanvasRenderingContext2D | null = null

const measureInBrowser: Measure = (text, { size, font, bold, italic }) => {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * size * 0.55
  context.font = `${italic ? 'italic ' : ''}${bold ? '700' : '400'} ${size}px "${font}"`
  return context.measureText(text).width
}

interface LaidOut {
  lines: { text: string; y: number }[]
  x: number
  anchor: 'start' | 'middle' | 'end'
  direction: 'ltr' | 'rtl'
}

/** The first letter decides the direction. */
export const directionOf = (text: string): 'ltr' | 'rtl' =>
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) ? 'rtl' : 'ltr'

/** SVG has no line wrapping, so this wraps the text to the element's width and centers the lines vertically. */
export function layOutText(element: TextElement, measure: Measure = measureInBrowser): LaidOut {
  const lines = element.text.split('\n').flatMap((line) => wrap(line, element, measure))
  const high = element.size * lineHeight
  const top = element.y + (element.height - lines.length * high) / 2
  const direction = directionOf(element.text)
  const isAtLeft = (element.align === 'start') === (direction === 'ltr')
  const x =
    element.align === 'center' ? element.x + element.width / 2 : isAtLeft ? element.x : element.x + element.width
  const anchor = element.align === 'center' ? 'middle' : element.align
  return {
    lines: lines.map((text, at) => ({ text, y: Math.round((top + at * high + element.size * baseline) * 10) / 10 })),
    x,
    anchor,
    direction,
  }
}

function wrap(line: string, element: TextElement, measure: Measure): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(/ +/)) {
    const longer = current === '' ? word : `${current} ${word}`
    if (current !== '' && measure(longer, element) > element.width) {
      lines.push(current)
      current = word
    } else current = longer
  }
  return [...lines, current]
}
