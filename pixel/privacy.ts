/** What the site said about consent; undefined where it neither waits for it nor spoke. */
export type Consent = boolean | string | undefined

/** Until the page's first calls are heard, we wait in any case. */
export let consent: Consent = 'wait'

export const setConsent = (value: Consent) => {
  consent = value
}

const hasOptedOut = () => {
  try {
    return document.cookie.includes('_lid_optout') || localStorage._lid_optout
  } catch {}
}

/** Whether and why this visitor must not be identified. Asked before every hit, so that a change counts at once. */
export const privacySignal = () => {
  if (consent === 'wait') return consent
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return 'gpc'
  if (hasOptedOut()) return 'optout'
  return consent === false && 'consent'
}
