import '../start/early-styles.ts'
import { I18nProvider } from '@lingui/react'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { i18n } from '../i18n/texts.tsx'
import { enablePlurals } from '../i18n/plurals.ts'
import { hostBrand, styleNonce } from '../session/boot.ts'
import { BrandNameContext } from '../shells/document-title.ts'
import { colorSchemeManager } from '../ui/theme/color-scheme.ts'
import { cssVariablesResolver, theme } from '../ui/theme/theme.ts'
import { afterFirstPage, watchFirstPage } from '../start/after-first-page.ts'
import { loadLazyParts, registerLazyParts, useLazyParts } from '../start/lazy/lazy-parts.ts'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'
import { useEffect, useState } from 'react'
import { onSessionEnded } from '../api/session.ts'
import { isSignedIn, onSignedOutElsewhere, onViewChangedElsewhere } from '../api/tokens.ts'
import { leaveToLogin } from './login-paths.ts'

const here = (): string => location.pathname + location.search + location.hash

/** Reports once that the session has ended (OQ-10), then goes to the login, which leads back to this page. */
function SessionEnded() {
  const [hasEnded, setEnded] = useState(false)
  useEffect(() => {
    const stopSession = onSessionEnded(() => {
      setEnded(true)
      // If the dialog cannot load, go to the login anyway.
      loadLazyParts().catch(() => leaveToLogin(here()))
    })
    const stopTabs = onSignedOutElsewhere(() => leaveToLogin())
    const stopViews = onViewChangedElsewhere(() => location.assign('/'))
    // Back may restore an earlier page from the browser's memory with its data, so reload it after sign-out.
    const onShown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted && !isSignedIn()) location.reload()
    }
    window.addEventListener('pageshow', onShown)
    return () => {
      stopSession()
      stopTabs()
      stopViews()
      window.removeEventListener('pageshow', onShown)
    }
  }, [])
  const lazyParts = useLazyParts()
  if (!hasEnded || !lazyParts) return null
  return <lazyParts.SessionEndedDialog onLeave={() => leaveToLogin(here())} />
}

enablePlurals()
registerLazyParts(() => import('../start/lazy/lazy-bundle.ts'))

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
const schemes = colorSchemeManager()

watchFirstPage(router, queryClient)
void afterFirstPage().then(() => {
  // Ignore failures: code that needs the lazy parts loads them again and reports its own errors.
  loadLazyParts().catch(() => undefined)
  // The service worker is optional.
  import('./register-worker.ts').then(({ registerWorker }) => registerWorker()).catch(() => undefined)
})

/** Everything behind the login. */
export function Application() {
  return (
    <I18nProvider i18n={i18n}>
      {/* Follows the document's direction, which the language selection sets. */}
      <DirectionProvider detectDirection>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={schemes}
          defaultColorScheme="auto"
          getStyleNonce={styleNonce}
        >
          <BrandNameContext value={hostBrand().name}>
            <QueryClientProvider client={queryClient}>
              <RouterProvider router={router} />
              <SessionEnded />
            </QueryClientProvider>
          </BrandNameContext>
          <LazyNotices />
        </MantineProvider>
      </DirectionProvider>
    </I18nProvider>
  )
}

function LazyNotices() {
  const lazyParts = useLazyParts()
  return lazyParts && <lazyParts.Notices />
}
