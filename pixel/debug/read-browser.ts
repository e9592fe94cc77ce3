import type { PixelElement } from '../tag.ts'

type LidCalls = { lid?: { q?: Iterable<Iterable<unknown>> } }

export type Consent = 'gpc' | 'optout' | 'refused' | 'given' | 'waiting' | 'none'

/** What the browser and the page signal about consent, checked in the pixel's order (`privacy.ts`). */
export function readConsent(tag: PixelElement | undefined): Consent {
  const choice = lastConsent()
  if (choice === undefined && tag?.dataset.consent === 'wait') return 'waiting'
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return 'gpc'
  // The server read the header.
  if (tag?.v === 'gpc') return 'gpc'
  if (hasOptedOut()) return 'optout'
  if (tag?.v === 'optout') return 'optout'
  if (tag?.v === 'consent') return 'refused'
  return choice === undefined ? 'none' : choice ? 'given' : 'refused'
}

function lastConsent(): boolean | undefined {
  const calls = [...((window as LidCalls).lid?.q ?? [])].map((call) => [...call])
  const last = calls.filter(([verb]) => verb === 'consent').pop()
  return last && last[1] === true
}

function hasOptedOut(): boolean {
  try {
    return document.cookie.includes('_lid_optout') || Boolean(localStorage._lid_optout)
  } catch {
    return false
  }
}

/** The pixel does not obey Do Not Track: browsers have replaced it by Global Privacy Control. */
export const asksNotToBeTracked = (): boolean => navigator.doNotTrack === '1'
