import { directionOf } from '#contract/core/language.ts'
import { chosenLocale } from '../i18n/locale.ts'
import { accessToken, isSignedIn } from '../api/tokens.ts'
import { brand } from '../session/boot.ts'
import { currentScheme } from '../ui/theme/color-scheme.ts'
import { readEarly } from './early-reads.ts'
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
// The prerendered page is the login in the visitor's language; everybody else waits for their own page on an empty one.
root.dataset['shell'] = isLoginPath(location.pathname) && !isSignedIn() ? 'login' : 'none'

/** Who is signed in waits for the application: it is on its way at once, and so is what it asks first. */
function startEarly(token: string): void {
  const { pathname, search } = location
  const [first, page, ...deeper] = pathname.slice(1).split('/')
  const { modules } = brand()
  const module = (Object.keys(modules) as (keyof typeof modules)[]).find((one) => modules[one].url === first)
  if (module === undefined && !isLoginPath(pathname)) return
  const isDashboard = module !== undefined && page === 'dashboard' && deeper.length === 0
  preloadCode([...EARLY_FILES.application, ...(isDashboard ? EARLY_FILES.dashboard : [])])
  readEarly(token, isDashboard && search === '' ? module : undefined)
}

const token = accessToken()
if (token) startEarly(token)
