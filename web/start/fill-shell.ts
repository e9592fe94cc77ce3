import { brand } from '../session/boot.ts'
import { letterOf, logoSource } from '../ui/logo.ts'
import { checklistLastSeen, figuresLastSeen } from './figures-last-seen.ts'

// Runs right after the prerendered login and frame, before the first paint. Shows the one chosen in the page's head and
// inserts the host's name and logo.

function fill(root: HTMLElement): void {
  const { name, logo_svg } = brand()
  for (const element of root.querySelectorAll('[data-brand-name]')) element.textContent = name
  for (const element of root.querySelectorAll('[data-brand-letter]')) element.textContent = letterOf(name)
  for (const element of logo_svg ? root.querySelectorAll<HTMLElement>('[data-brand-mark]') : []) {
    const image = document.createElement('img')
    image.src = logoSource(logo_svg!)
    image.alt = ''
    image.className = element.dataset['imageClass'] ?? ''
    image.dataset['size'] = element.dataset['size'] ?? 'md'
    element.replaceWith(image)
  }
  // Blocks submitting until the page's code has loaded, so that the password is not sent anywhere.
  root.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault())
}

const root = document.getElementById('root')!
const { dataset, lang } = document.documentElement
const shell = dataset['shell']!
const template = (id: string): DocumentFragment | undefined =>
  (document.getElementById(id) as HTMLTemplateElement | null)?.content

/** Put the frame before the root, because React empties the root long before a page is ready (`remove-shell.ts`). */
function showFrame(content: DocumentFragment): void {
  root.before(content)
  const frame = document.getElementById('shell')!
  for (const part of frame.querySelectorAll<HTMLElement>('[data-only]'))
    if (![shell, lang].includes(part.dataset['only']!)) part.remove()
  // Only browsers with the service worker have the fonts cached. On a first visit a font would delay the code, so the
  // frame uses a system font, as the page does until its own font has loaded.
  frame.toggleAttribute('data-first-visit', !navigator.serviceWorker?.controller)
  const figures = frame.querySelector('[data-figures]')
  while (figures && figures.childElementCount > figuresLastSeen()) figures.lastChild!.remove()
  const checklist = frame.querySelector<HTMLElement>('[data-checklist]')
  if (checklist) checklist.style.blockSize = `${checklistLastSeen()}px`
  fill(frame)
}

if (shell === 'login') {
  // The HTML contains the English login; other languages are in templates.
  const copy = template(`login-${lang}`)
  if (copy) root.replaceChildren(copy)
  fill(root)
} else {
  root.replaceChildren()
  if (shell !== 'none') showFrame(template('frame')!)
}
