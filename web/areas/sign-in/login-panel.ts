import { useSyncExternalStore } from 'react'

/** Forgotten password is a panel of the login page (S004), opened by a URL hash so that the back button works. */
export const FORGOT_HASH = '#forgot-password'

const onChange = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

export const useForgotPanel = (): boolean =>
  useSyncExternalStore(
    onChange,
    () => location.hash === FORGOT_HASH,
    () => false,
  )
