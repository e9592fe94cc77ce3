import { useEffect, useState } from 'react'
import { onSessionEnded } from '../api/session.ts'
import { isSignedIn, onSignedOutElsewhere, onViewChangedElsewhere } from '../api/tokens.ts'
import { loadLate, useLate } from './late/late.ts'
import { leaveToLogin } from './places.ts'

const here = (): string => location.pathname + location.search

/** Says once that the session is over (OQ-10), then leads to the login and back to this page. */
export function SessionEnded() {
  const [ended, setEnded] = useState(false)
  useEffect(() => {
    const stopSession = onSessionEnded(() => {
      setEnded(true)
      // If the message cannot be shown, the login still is.
      loadLate().catch(() => leaveToLogin(here()))
    })
    const stopTabs = onSignedOutElsewhere(() => leaveToLogin())
    const stopViews = onViewChangedElsewhere(() => location.assign('/'))
    // The browser's Back may bring a page of before out of its memory, with all that was on it.
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
  const late = useLate()
  if (!ended || !late) return null
  return <late.SessionEndedDialog onLeave={() => leaveToLogin(here())} />
}
