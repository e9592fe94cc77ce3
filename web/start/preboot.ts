import { directionOf } from '#contract/core/language.ts'
import { chosenLocale } from '../i18n/locale.ts'
import { accessToken, isViewing } from '../api/tokens.ts'
import { brand } from '../session/boot.ts'
import { currentScheme } from '../ui/theme/color-scheme.ts'
import { readEarly } from './early-reads.ts'
import { parseFramedPath } from './parse-framed-path.ts'
import { applyBrand } from '../app/apply-brand.ts'
import { isLoginPath } from '../app/login-paths.ts'
import { preloadCode } from './preload-code.ts'

/** Files of the application and the dashboard, injected by the build. */
declare const EARLY_FILES: { application: string[]; dashboard: string[] }

/**
 * Runs in the page's head before the first paint: brand colors, theme, language, title and icon. This avoids a flash of
 * another brand or theme, and the prerendered login page is right from its first frame.
 */
const root = document.documentElement
applyBrand(brand())
root.dataset['mantineColorScheme'] = currentScheme()
const locale = chosenLocale(null)
root.lang = locale
root.dir = directionOf(locale)
document.title = brand().name
const { pathname, search } = location
const token = accessToken()
const frame = token === null ? null : parseFramedPath(pathname, brand().modules)

/**
 * What the page shows before its code has loaded: the login for visitors, the frame for signed-in users. In view mode
 * neither, because the viewed brand is not known yet and the host's own must not be shown.
 */
function chooseShell(): 'login' | 'frame' | 'dashboard' | 'none' {
  if (token === null) return isLoginPath(pathname) ? 'login' : 'none'
  if (!frame || isViewing()) return 'none'
  return frame.isDashboard ? 'dashboard' : 'frame'
}
root.dataset['shell'] = chooseShell()

// Signed-in users wait for the application, so start loading its files and its first reads right away.
if (token !== null && frame) {
  const { module, isDashboard } = frame
  preloadCode([...EARLY_FILES.application, ...(isDashboard ? EARLY_FILES.dashboard : [])])
  readEarly(token, isDashboard && search === '' ? module : undefined)
}
