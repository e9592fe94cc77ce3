import { useSyncExternalStore } from 'react'

/** The forgotten password is a panel of the login page (S004): a place in its address, so that the way back is the browser's. */
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
