import { brand } from '../session/boot.ts'
import { letterOf, logoSource } from '../ui/logo.ts'

/** Runs right after the prerendered login page in the document: puts the host's name and logo into it. */
const { name, logo_svg } = brand()
for (const place of document.querySelectorAll('[data-brand-name]')) place.textContent = name
for (const place of document.querySelectorAll('[data-brand-letter]')) place.textContent = letterOf(name)
if (logo_svg) {
  for (const place of document.querySelectorAll('[data-brand-mark]')) {
    const image = document.createElement('img')
    image.src = logoSource(logo_svg)
    image.alt = ''
    image.className = place.className
    place.replaceWith(image)
  }
}
