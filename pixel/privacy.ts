import { attempt } from './safely.ts'

/** What the site said about consent; undefined if it neither waits for consent nor set it. */
export type Consent = boolean | string | undefined

/** Wait in any case until the page's first calls are processed. */
export let consent: Consent = 'wait'

export const setConsent = (value: Consent) => {
  consent = value
}

/** Sandboxed frames may not read theirs. Not always a text: a form named `cookie` takes its place. */
export const readCookies = () => attempt(() => document.cookie)!

/** Whether and why this visitor must not be identified. Checked before every hit, so that a change applies at once. */
export const privacySignal = () => {
  if (consent === 'wait') return consent
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return 'gpc'
  if (/_lid_optout/.test(readCookies()) || attempt(() => localStorage._lid_optout)) return 'optout'
  return consent === false && 'consent'
}
