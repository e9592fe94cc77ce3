import { directionOf } from '#contract/core/language.ts'
import { chosenLocale } from '../i18n/locale.ts'
import { isSignedIn } from '../api/tokens.ts'
import { brand } from '../session/boot.ts'
import { lookProperties } from '../ui/theme/brand-looks.ts'
import { logoSource } from '../ui/logo.ts'
import { currentScheme } from '../ui/theme/color-scheme.ts'
import { isLoginPath } from './places.ts'

/**
 * Runs inside the page's head, before anything is painted: brand colours, theme, language, title and icon. So no page
 * shows another brand or theme for a moment, and the prerendered login page is right from its first frame.
 */
const root = document.documentElement
const { name, icon_svg } = brand()
const properties = lookProperties(brand())
for (const property in properties) root.style.setProperty(property, properties[property]!)
root.dataset['mantineColorScheme'] = currentScheme()
const locale = chosenLocale(null)
root.lang = locale
root.dir = directionOf(locale)
document.title = name
// The prerendered page is the login in the visitor's language; everybody else waits for their own page on an empty one.
root.dataset['shell'] = isLoginPath(location.pathname) && !isSignedIn() ? 'login' : 'none'

const icon = document.createElement('link')
icon.rel = 'icon'
const letter = ([...name.trim()][0] ?? '').replace(/[^\p{L}\p{N}]/u, '')
const { [`--brand-light-fill`]: fill, [`--brand-light-on-fill`]: onFill } = properties
const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/><text x="16" y="22" font-family="system-ui,sans-serif" font-weight="600" font-size="17" text-anchor="middle" fill="${onFill}">${letter}</text></svg>`
icon.href = logoSource(icon_svg ?? drawn)
document.head.append(icon)
