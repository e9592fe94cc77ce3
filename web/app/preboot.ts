import { directionOf } from '#contract/core/language.ts'
import { chosenLocale } from '../i18n/locale.ts'
import { isSignedIn } from '../api/tokens.ts'
import { brand } from '../session/boot.ts'
import { currentScheme } from '../ui/theme/color-scheme.ts'
import { paintBrand } from './paint-brand.ts'
import { isLoginPath } from './places.ts'

/**
 * Runs inside the page's head, before anything is painted: brand colors, theme, language, title and icon. So no page
 * shows another brand or theme for a moment, and the prerendered login page is right from its first frame.
 */
const root = document.documentElement
paintBrand(brand())
root.dataset['mantineColorScheme'] = currentScheme()
const locale = chosenLocale(null)
root.lang = locale
root.dir = directionOf(locale)
document.title = brand().name
// The prerendered page is the login in the visitor's language; everybody else waits for their own page on an empty one.
root.dataset['shell'] = isLoginPath(location.pathname) && !isSignedIn() ? 'login' : 'none'
