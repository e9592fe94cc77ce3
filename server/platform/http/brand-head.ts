import type { Boot } from '#contract/branding/domain.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!)

/** The path of the icon of a host's brand. Browsers and link previews also ask for it unasked. */
export const iconPath = '/favicon.ico'

/**
 * Title, icon and preview of a host's brand, for those who read the page without running it: chats, bookmarks, search.
 * They never get another brand than the host's, and no path, which may contain a secret.
 */
export function brandHead({ brand }: Boot): string {
  const name = escape(brand.name)
  return [
    `<title>${name}</title>`,
    `<meta name="application-name" content="${name}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="${name}">`,
    `<meta property="og:title" content="${name}">`,
    '<meta name="twitter:card" content="summary">',
    `<link rel="icon" type="image/svg+xml" href="${iconPath}">`,
  ].join('')
}

/** The brand's icon, or its first letter on its color. */
export function brandIcon({ brand }: Boot): string {
  if (brand.icon_svg !== null) return brand.icon_svg
  const letter = escape([...brand.name.trim()][0]?.toLocaleUpperCase() ?? '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${escape(brand.brand_color)}"/><text x="16" y="22" font-family="system-ui,sans-serif" font-weight="600" font-size="17" text-anchor="middle" fill="${isLight(brand.brand_color) ? '#111' : '#fff'}">${letter}</text></svg>`
}

/** Whether dark letters are readable on a color (its perceived brightness is above the middle). */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return (red * 299 + green * 587 + blue * 114) / 1000 > 150
}
