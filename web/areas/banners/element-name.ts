import type { BannerElement } from '#contract/banners/drawing.ts'
import { msg, type Text, type Translate } from '../../i18n/texts.tsx'

const shapeNames: Record<'rectangle' | 'ellipse' | 'line', Text> = {
  rectangle: msg('Rectangle'),
  ellipse: msg('Ellipse'),
  line: msg('Line'),
}

/** Name of an element in lists and for screen readers: its text, or its kind. */
export function nameOfElement(element: BannerElement, t: Translate): string {
  if (element.kind === 'text') return element.text.trim() || t('Text')
  if (element.kind === 'picture') return element.alt || t('Image')
  return t(shapeNames[element.shape])
}
