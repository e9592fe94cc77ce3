import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { onSessionEnded } from '../api/session.ts'
import { isSignedIn, onSignedOutElsewhere, onViewChangedElsewhere } from '../api/tokens.ts'
import { useT } from '../i18n/texts.tsx'
import { DialogFooter } from '../shells/dialog-footer.tsx'
import { leaveToLogin } from './places.ts'

const here = (): string => location.pathname + location.search

/** Says once that the session is over (OQ-10), then leads to the login and back to this page. */
export function SessionEnded() {
  const t = useT()
  const [ended, setEnded] = useState(false)
  useEffect(() => {
    const stopSession = onSessionEnded(() => setEnded(true))
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
  const leave = (): void => leaveToLogin(here())
  return (
    <Modal opened={ended} onClose={leave} title={t('Session Ended')} size="sm" withCloseButton={false}>
      <p>{t('Your session has ended. Please log in again to continue.')}</p>
      <DialogFooter>
        <Button onClick={leave} data-autofocus>
          {t('Log in')}
        </Button>
      </DialogFooter>
    </Modal>
  )
}
