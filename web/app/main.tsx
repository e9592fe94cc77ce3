import '../ui/theme/fonts.css'
import '../ui/theme/tokens.css'
import './frame/frame-shell.css'
import { createRoot } from 'react-dom/client'
import { loadLocale, prepareLocale } from '../i18n/prepare-locale.ts'
import { isSignedIn } from '../api/tokens.ts'
import { dropShell } from './drop-shell.ts'
import { loadCode } from './load-code.ts'
import { LoginApp } from './login-app.tsx'
import { keepToPagePolicy } from './page-policy.ts'
import { StartFailure } from './pages/start-failure.tsx'
import { loginAddress, showsLogin, wantedPlace } from './places.ts'
import { isAbsentPage } from '../session/boot.ts'
import { PublicApp } from './public-app.tsx'
import { findPublicPage } from './public-pages.ts'

/**
 * The first code of every page. Visitors get the login page, which needs neither router nor data library; the
 * application is fetched while they type, and takes the same root over after sign-in.
 */
keepToPagePolicy()

const loadApplication = (): Promise<typeof import('./application.tsx')> => loadCode(() => import('./application.tsx'))
let root: ReturnType<typeof createRoot> | undefined
const container = document.getElementById('root')!
const render = (node: React.ReactNode): void => {
  root ??= createRoot(container, { onUncaughtError: showFailure })
  root.render(node)
}

/** Code did not come, or broke where no other error page stands. */
function showFailure(thrown: unknown): void {
  reportError(thrown)
  void prepareLocale('login')
    // The texts may be what did not come.
    .catch(() => loadLocale('en', 'login'))
    .then(() => {
      dropShell()
      render(<StartFailure />)
    })
}

async function showApplication(): Promise<void> {
  const [{ Application }] = await Promise.all([loadApplication(), prepareLocale('everything')])
  render(<Application />)
}

async function showLogin(): Promise<void> {
  // The login has one address (D1 2.1).
  history.replaceState(null, '', loginAddress(location.search))
  // Where pages of the session before were scrolled to: written while the last of them was left.
  sessionStorage.clear()
  await prepareLocale('login')
  const signedIn = (): Promise<void> => {
    history.replaceState(null, '', wantedPlace(location.search))
    return showApplication().catch(showFailure)
  }
  // What was typed into the prerendered page before this code was here must not be lost, nor the place of typing.
  const focused = document.activeElement?.id
  const typed = (id: string): string => (document.getElementById(id) as HTMLInputElement | null)?.value ?? ''
  render(
    <LoginApp
      typed={{ email: typed('email'), password: typed('password') }}
      onSignedIn={signedIn}
      onTyping={() => void loadApplication().catch(() => undefined)}
    />,
  )
  if (focused) requestAnimationFrame(() => document.getElementById(focused)?.focus())
}

async function showPublicPage({ page, params }: NonNullable<ReturnType<typeof findPublicPage>>): Promise<void> {
  const [loaded] = await Promise.all([page.load(), prepareLocale('public')])
  render(<PublicApp page={loaded} params={params} />)
}

/** R042: what a visitor sees at an address of no page, as anybody else does, in place of a login that leads there. */
async function showNotFound(): Promise<void> {
  const load = loadCode(() => import('./pages/public-not-found-page.tsx'))
  const [{ PublicNotFoundPage }] = await Promise.all([load, prepareLocale('public')])
  render(<PublicApp page={PublicNotFoundPage} params={{}} />)
}

function start(): Promise<void> {
  if (showsLogin()) return showLogin()
  const found = findPublicPage(location.pathname)
  if (!found) return isAbsentPage() && !isSignedIn() ? showNotFound() : showApplication()
  if (!isSignedIn() || found.page.forEverybody) return showPublicPage(found)
  history.replaceState(null, '', '/')
  return showApplication()
}

start().catch(showFailure)
