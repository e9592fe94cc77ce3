import { useEffect, useState } from 'react'
import { onSessionEnded } from '../api/session.ts'
import { isSignedIn, onSignedOutElsewhere, onViewChangedElsewhere } from '../api/tokens.ts'
import { loadLazyParts, useLazyParts } from '../start/lazy/lazy-parts.ts'
import { leaveToLogin } from './login-paths.ts'

const here = (): string => location.pathname + location.search + location.hash

/** Reports once that the session has ended (OQ-10), then goes to the login, which leads back to this page. */
export function SessionEnded() {
  const [ended, setEnded] = useState(false)
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
  if (!ended || !lazyParts) return null
  return <lazyParts.SessionEndedDialog onLeave={() => leaveToLogin(here())} />
}
