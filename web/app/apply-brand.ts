import type { BootBrand } from '#contract/branding/domain.ts'
import { logoSource } from '../ui/logo.ts'
import { lookProperties } from '../ui/theme/brand-looks.ts'

let names: string[] = []

/** Applies a brand's colors, font and icon to the document, replacing those of the previous brand. */
export function applyBrand(brand: BootBrand): void {
  const { style } = document.documentElement
  const properties = lookProperties(brand)
  for (const property of names) style.removeProperty(property)
  for (const property in properties) style.setProperty(property, properties[property]!)
  names = Object.keys(properties)
  iconElement().href = logoSource(brand.icon_svg ?? drawnIcon(brand.name, properties))
}

function iconElement(): HTMLLinkElement {
  const present = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (present) return present
  const icon = document.createElement('link')
  icon.rel = 'icon'
  document.head.append(icon)
  return icon
}

function drawnIcon(name: string, properties: Record<string, string>): string {
  const letter = ([...name.trim()][0] ?? '').replace(/[^\p{L}\p{N}]/u, '')
  const { [`--brand-light-fill`]: fill, [`--brand-light-on-fill`]: onFill } = properties
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/><text x="16" y="22" font-family="system-ui,sans-serif" font-weight="600" font-size="17" text-anchor="middle" fill="${onFill}">${letter}</text></svg>`
}
