import { brand } from '../session/boot.ts'
import { letterOf, logoSource } from '../ui/logo.ts'
import { figuresLastSeen } from './figures-last-seen.ts'

// Runs right after the prerendered login and frame in the document, before anything of them is painted: leaves the one that was
// chosen in the page's head and puts the host's name and logo into it.

function fill(root: HTMLElement): void {
  const { name, logo_svg } = brand()
  for (const place of root.querySelectorAll('[data-brand-name]')) place.textContent = name
  for (const place of root.querySelectorAll('[data-brand-letter]')) place.textContent = letterOf(name)
  for (const place of logo_svg ? root.querySelectorAll<HTMLElement>('[data-brand-mark]') : []) {
    const image = document.createElement('img')
    image.src = logoSource(logo_svg!)
    image.alt = ''
    image.className = place.dataset['imageClass'] ?? ''
    image.dataset['size'] = place.dataset['size'] ?? 'md'
    place.replaceWith(image)
  }
  // Until the page's code is here, a password must not be sent anywhere.
  root.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault())
}

const root = document.getElementById('root')!
const { dataset, lang } = document.documentElement
const shell = dataset['shell']!
const template = (id: string): DocumentFragment | undefined =>
  (document.getElementById(id) as HTMLTemplateElement | null)?.content

/** The frame stands before the root, which React empties long before it has a page to show (`drop-shell.ts`). */
function showFrame(content: DocumentFragment): void {
  root.before(content)
  const frame = document.getElementById('shell')!
  for (const part of frame.querySelectorAll<HTMLElement>('[data-only]'))
    if (![shell, lang].includes(part.dataset['only']!)) part.remove()
  // Anyone who has the service worker has the fonts. For anybody else two words must not stand in line before the code: they are
  // painted in a font of the device, as the page is until its own has come.
  frame.toggleAttribute('data-first-visit', !navigator.serviceWorker?.controller)
  const figures = frame.querySelector('[data-figures]')
  while (figures && figures.childElementCount > figuresLastSeen()) figures.lastChild!.remove()
  fill(frame)
}

if (shell === 'login') {
  // The page carries the login in English; in another language it lies in a template beside it.
  const translated = template(`login-${lang}`)
  if (translated) root.replaceChildren(translated)
  fill(root)
} else {
  root.replaceChildren()
  if (shell !== 'none') showFrame(template('frame')!)
}
