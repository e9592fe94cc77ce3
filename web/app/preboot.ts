import { directionOf } from '#contract/core/language.ts'
import { chosenLocale } from '../i18n/locale.ts'
import { accessToken, isViewing } from '../api/tokens.ts'
import { brand } from '../session/boot.ts'
import { currentScheme } from '../ui/theme/color-scheme.ts'
import { readEarly } from './early-reads.ts'
import { framedPlace } from './framed-place.ts'
import { paintBrand } from './paint-brand.ts'
import { isLoginPath } from './places.ts'
import { preloadCode } from './preload-code.ts'

/** The files of the application and of the dashboard, put in by the build. */
declare const EARLY_FILES: { application: string[]; dashboard: string[] }

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
const { pathname, search } = location
const token = accessToken()
const framed = token === null ? null : framedPlace(pathname, brand().modules)

/**
 * What the page shows before its code has loaded: the login to visitors, the frame of their pages to signed-in people. In view
 * mode the brand is not known yet, and the host's own must not be visible.
 */
function chooseShell(): 'login' | 'frame' | 'dashboard' | 'none' {
  if (token === null) return isLoginPath(pathname) ? 'login' : 'none'
  if (!framed || isViewing()) return 'none'
  return framed.isDashboard ? 'dashboard' : 'frame'
}
root.dataset['shell'] = chooseShell()

// Who is signed in waits for the application: it is on its way at once, and so is what it asks first.
if (token !== null && framed) {
  const { module, isDashboard } = framed
  preloadCode([...EARLY_FILES.application, ...(isDashboard ? EARLY_FILES.dashboard : [])])
  readEarly(token, isDashboard && search === '' ? module : undefined)
}
