import type { CampaignStatus } from '../campaigns/campaign.ts'
import type { HitFlag } from './flags.ts'

/**
 * A link to a page of the client's site on which the pixel loads its debugger. The token is in the fragment, which
 * browsers never send: `KEY.END.LANGUAGE.SIGNATURE`, where the end is in milliseconds since 1970 in base 36.
 */
export const debugMark = '_lid_debug'

/** How long such a link is valid. */
export const debugLink_ms = 30 * 60_000

/** The page's URL with the token at the end of its fragment; a route in the fragment is kept. */
export function addressOfDebugLink(page: string, token: string): string {
  const url = new URL(page)
  const route = /^#[!/]/.test(url.hash) ? url.hash : ''
  url.hash = ''
  if (route === '') return `${url.href}#${debugMark}=${token}`
  return `${url.href}${route}${route.includes('?') ? '&' : '?'}${debugMark}=${token}`
}

/** What the debugger posts to `/collect-debug`, as JSON in a `text/plain` body. */
export type DebugQuestion = {
  /** The token. */
  t: string
  /** The current page, in the form that hits use. */
  u: string
}

/** Information about the pixel, the page and the requesting browser; nothing about any person. */
export type DebugAnswer = {
  campaign: string
  status: CampaignStatus
  /** Whether visits of this page can become leads: `every` if the campaign lists no pages. */
  page: 'every' | 'counts' | 'left_out'
  /** Views of this page count as orders. */
  is_thank_you: boolean
  /** Why the server would hold back hits from this browser. */
  held:
    | HitFlag
    | 'privacy_gpc'
    | 'privacy_opt_out'
    | 'privacy_consent'
    | 'privacy_region'
    | 'page_sensitive'
    | 'ip_excluded'
    | null
  /** The server's time, and when the link ends, in milliseconds since 1970. */
  now: number
  ends_at: number
}

/** The answer to a refused debugger; the message goes with the code. */
export type DebugRefusal = { code: string; field?: string; message: string }
