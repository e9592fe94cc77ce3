import type { BannerElement } from '#contract/banners/drawing.ts'
import { msg, type Text, type Translate } from '../../i18n/texts.tsx'

const shapeNames: Record<'rectangle' | 'ellipse' | 'line', Text> = {
  rectangle: msg('Rectangle'),
  ellipse: msg('Ellipse'),
  line: msg('Line'),
}

/** What an element is called in lists and by screen readers: its words, or what it is. */
export function nameOfElement(element: BannerElement, t: Translate): string {
  if (element.kind === 'text') return element.text.trim() || t('Text')
  if (element.kind === 'picture') return element.alt || t('Picture')
  return t(shapeNames[element.shape])
}
