import type { CampaignStatus } from '../campaigns/campaign.ts'
import type { HitFlag } from './flags.ts'

/**
 * A link to a page of the client's site on which the pixel brings its debugger along. The token stands in the fragment,
 * which browsers send to nobody: `KEY.END.LANGUAGE.SIGNATURE`, where the end is in milliseconds since 1970 in base 36.
 */
export const debugMark = '_lid_debug'

/** How long such a link is good for. */
export const debugLink_ms = 30 * 60_000

/** The page's address with the token; a route in its fragment stays in front. */
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
  /** The page in sight, as hits carry it. */
  u: string
}

/** What it hears of the pixel, of the page, and of the browser that asks; nothing of any person. */
export type DebugAnswer = {
  campaign: string
  status: CampaignStatus
  /** Whether visits of this page may become leads: `every` where the campaign names no pages. */
  page: 'every' | 'counts' | 'left_out'
  /** Views of this page are orders. */
  is_thank_you: boolean
  /** What speaks against hits from this browser, as the server sees it. */
  held: HitFlag | 'privacy_gpc' | 'privacy_opt_out' | 'privacy_consent' | 'ip_excluded' | null
  /** The server's time, and when the link ends, in milliseconds since 1970. */
  now: number
  ends_at: number
}

/** What the debugger hears when it is refused; the words stand beside the code. */
export type DebugRefusal = { code: string; field?: string; message: string }
