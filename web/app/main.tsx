import '../ui/theme/fonts.css'
import '../ui/theme/tokens.css'
import '../start/frame-shell.css'
import { createRoot } from 'react-dom/client'
import { loadLocale, prepareLocale } from '../i18n/prepare-locale.ts'
import { isSignedIn } from '../api/tokens.ts'
import { removeShell } from '../start/remove-shell.ts'
import { loadCode } from '../start/load-code.ts'
import { LoginApp } from './login-app.tsx'
import { applyPagePolicy } from './page-policy.ts'
import { StartFailure } from './pages/start-failure.tsx'
import { loginAddress, showsLogin, returnPath } from './login-paths.ts'
import { isAbsentPage } from '../session/boot.ts'
import { PublicApp } from './public-app.tsx'
import { findPublicPage } from './public-pages.ts'
import { watchDigits } from '../ui/watch-digits.ts'

/**
 * Entry point of every page. Visitors get the login page, which needs neither router nor data library. The application
 * loads while they type, and takes over the same root after sign-in.
 */
applyPagePolicy()
watchDigits(document)

const loadApplication = (): Promise<typeof import('./application.tsx')> => loadCode(() => import('./application.tsx'))
let root: ReturnType<typeof createRoot> | undefined
const container = document.getElementById('root')!
const render = (node: React.ReactNode): void => {
  root ??= createRoot(container, { onUncaughtError: showFailure })
  root.render(node)
}

/** Shown when code fails to load, or fails where no other error page can handle it. */
function showFailure(error: unknown): void {
  reportError(error)
  void prepareLocale('login')
    // The translations may be what failed to load.
    .catch(() => loadLocale('en', 'login'))
    .then(() => {
      removeShell()
      render(<StartFailure />)
    })
}

async function showApplication(): Promise<void> {
  const [{ Application }] = await Promise.all([loadApplication(), prepareLocale('everything')])
  render(<Application />)
}

async function showLogin(): Promise<void> {
  // The login has a single URL (D1 2.1).
  history.replaceState(null, '', loginAddress(location.search))
  // Removes the scroll positions of the previous session, which the router saved while leaving its last page.
  sessionStorage.clear()
  await prepareLocale('login')
  const signedIn = (): Promise<void> => {
    history.replaceState(null, '', returnPath(location.search))
    return showApplication().catch(showFailure)
  }
  // Keep what was typed into the prerendered page before this code loaded, and the focus.
  const focusId = document.activeElement?.id
  const valueOf = (id: string): string => (document.getElementById(id) as HTMLInputElement | null)?.value ?? ''
  render(
    <LoginApp
      draft={{ email: valueOf('email'), password: valueOf('password') }}
      onSignedIn={signedIn}
      onTyping={() => void loadApplication().catch(() => undefined)}
    />,
  )
  if (focusId) requestAnimationFrame(() => document.getElementById(focusId)?.focus())
}

async function showPublicPage({ page, params }: NonNullable<ReturnType<typeof findPublicPage>>): Promise<void> {
  const [Page] = await Promise.all([page.load(), prepareLocale('public')])
  render(<PublicApp page={Page} params={params} />)
}

/** R042: visitors get the not-found page for an unknown URL, instead of a login that leads to it. */
async function showNotFound(): Promise<void> {
  const load = loadCode(() => import('./pages/public-not-found-page.tsx'))
  const [{ PublicNotFoundPage }] = await Promise.all([load, prepareLocale('public')])
  render(<PublicApp page={PublicNotFoundPage} params={{}} />)
}

function start(): Promise<void> {
  if (showsLogin()) return showLogin()
  const match = findPublicPage(location.pathname)
  if (!match) return isAbsentPage() && !isSignedIn() ? showNotFound() : showApplication()
  if (!isSignedIn() || match.page.forEverybody) return showPublicPage(match)
  history.replaceState(null, '', '/')
  return showApplication()
}

start().catch(showFailure)
