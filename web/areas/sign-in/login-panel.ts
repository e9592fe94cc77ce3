import { useSyncExternalStore } from 'react'

/** Forgotten password is a panel of the login page (S004), opened by a URL hash so that the back button works. */
export const FORGOT_HASH = '#forgot-password'

const onChange = (changed: () => void): (() => void) => {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

export const useForgotPanel = (): boolean =>
  useSyncExternalStore(
    onChange,
    () => location.hash === FORGOT_HASH,
    () => false,
  )
