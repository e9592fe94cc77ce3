import { brand } from '../session/boot.ts'
import { letterOf, logoSource } from '../ui/logo.ts'

/**
 * Runs right after the prerendered login page in the document, before it is painted: puts the host's name and logo into
 * it, or takes it away where another page is asked for.
 */
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
// The page carries the login in English; in another language it lies in a template beside it.
const translated = document.getElementById(`login-${lang}`) as HTMLTemplateElement | null
if (dataset['shell'] !== 'login') root.replaceChildren()
else {
  if (translated) root.replaceChildren(translated.content)
  fill(root)
}
