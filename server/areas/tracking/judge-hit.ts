import type { IncomingHttpHeaders } from 'node:http'
import type { CollectBody } from '#contract/tracking/collect-body.ts'
import type { HitFlag } from '#contract/tracking/flags.ts'
import type { CompanyOf } from './company-ranges.ts'
import type { IsDataCenter } from './data-centers.ts'
import type { CountedReason, Entry, Hit, PrivacyReason } from './hit.ts'
import { cleanAddress, hostOf, pageOfAddress } from './page-address.ts'
import type { Pixel } from './pixels.ts'
import { storable } from './read-body.ts'
import { readUserAgent } from './user-agents.ts'

type SentHit = Extract<CollectBody, { i: string }>

export interface Visitor {
  headers: IncomingHttpHeaders
  /** Compared with the ranges of data centers, companies and whom the pixel leaves out, then forgotten. */
  address: string
}

const longest = { address: 2000, host: 255, title: 120, eventName: 64 }

const reasonOfSignal = { gpc: 'privacy_gpc', optout: 'privacy_opt_out', consent: 'privacy_consent' } as const

/**
 * Which privacy signal came with a hit, if any: the browser's header weighs as much as what the pixel found. Any value that
 * holds a 1 is the signal: a browser and an extension that both send it arrive as "1, 1", and a doubt is decided for the visitor.
 */
function privacyReason(headers: IncomingHttpHeaders, body?: CollectBody): PrivacyReason | null {
  if (body && 'p' in body) return reasonOfSignal[body.p]
  return String(headers['sec-gpc'] ?? '').includes('1') ? 'privacy_gpc' : null
}

/** Why a visit is only counted, if it is: a privacy signal, or an address that the campaign leaves out. */
export const countedReason = (pixel: Pixel, visitor: Visitor, body?: CollectBody): CountedReason | null =>
  privacyReason(visitor.headers, body) ?? (pixel.isExcluded(visitor.address) ? 'ip_excluded' : null)

/** What is stored of a body that the pixel sent: a hit, or one more in the count of those who asked not to be followed. */
export function entryOf(
  pixel: Pixel,
  body: CollectBody,
  visitor: Visitor,
  isDataCenter: IsDataCenter,
  companyOf: CompanyOf = () => undefined,
): Entry {
  // Before anything else is read of it: who asked not to be followed, or is left out, is counted, and nothing more.
  const countAs = countedReason(pixel, visitor, body)
  if (countAs) return { pixel, countAs }
  if ('p' in body) throw new Error('a body with a privacy signal has a reason')
  const hit = hitOf(pixel, body, visitor, isDataCenter)
  // Whose company came is asked only where the hit may count at all, and never of somebody who buys.
  const isAsked = pixel.findsCompanies && hit.mark === undefined && hit.kind !== 'conversion'
  return { hit: isAsked ? { ...hit, company: companyOf(visitor.address) } : hit }
}

/** What is kept of a body that the pixel sent. */
function hitOf(pixel: Pixel, body: SentHit, visitor: Visitor, isDataCenter: IsDataCenter): Hit {
  const agent = readUserAgent(visitor.headers['user-agent'])
  const host = hostOf(body.u) ?? ''
  return {
    pixel,
    id: body.i,
    kind: body.t === 'view' && isThankYouPage(pixel, body.u) ? 'conversion' : body.t,
    pageUrl: storable(cleanAddress(body.u), longest.address),
    pageHost: host,
    title: textOf(body.d, longest.title),
    referrerHost: textOf(body.r, longest.host),
    visitorId: body.v,
    sessionId: body.s,
    hashes: hashesOf(body.h),
    eventName: textOf(body.n, longest.eventName),
    eventValue_cents: typeof body.x === 'number' ? Math.round(body.x * 100) : undefined,
    mark: markOf(pixel, host, visitor, agent.isBot, isDataCenter, namesOrigin(visitor.headers)),
    userAgentFamily: agent.family,
    company: undefined,
  }
}

/** Whoever sees it has ordered, though the page says nothing of it (`urlCodeThankyou`). */
const isThankYouPage = ({ thankYouPage }: Pixel, address: string): boolean =>
  thankYouPage !== null && pageOfAddress(address) === thankYouPage

/** What is kept of the image that a page without JavaScript loads: that it was reached, and nothing of the visitor. */
export function imageHitOf(pixel: Pixel, id: string, visitor: Visitor, isDataCenter: IsDataCenter): Hit {
  const agent = readUserAgent(visitor.headers['user-agent'])
  const page = visitor.headers.referer ?? ''
  const host = hostOf(page)
  return {
    pixel,
    id,
    kind: 'view',
    pageUrl: host === null ? '' : storable(cleanAddress(page), longest.address),
    pageHost: host ?? '',
    title: undefined,
    referrerHost: undefined,
    visitorId: undefined,
    sessionId: undefined,
    hashes: undefined,
    eventName: undefined,
    eventValue_cents: undefined,
    // Browsers fetch images without an origin, and these hits carry nobody who could be a lead.
    mark: markOf(pixel, host ?? '', visitor, agent.isBot, isDataCenter, true),
    userAgentFamily: agent.family,
    company: undefined,
  }
}

/** Whether a page, by its address, is one of the pixel's sites, and the browser says nothing else. */
export const isOnSite = (pixel: Pixel, page: string, visitor: Visitor): boolean =>
  isOfSite(pixel, hostOf(page) ?? '', visitor)

/** What would be held against a view of a page, if anything: as of a hit, and nothing is kept. */
export const heldBack = (
  pixel: Pixel,
  page: string,
  visitor: Visitor,
  isDataCenter: IsDataCenter,
): HitFlag | CountedReason | null => {
  const { isBot } = readUserAgent(visitor.headers['user-agent'])
  const isFromBrowser = namesOrigin(visitor.headers)
  return (
    countedReason(pixel, visitor) ??
    markOf(pixel, hostOf(page) ?? '', visitor, isBot, isDataCenter, isFromBrowser) ??
    null
  )
}

const textOf = (text: string | null | undefined, maxLength: number): string | undefined =>
  text ? storable(text, maxLength) : undefined

function hashesOf(sent: SentHit['h']): string[] | undefined {
  const hashes = sent?.filter((hash) => typeof hash === 'string')
  return hashes && hashes.length > 0 ? hashes : undefined
}

function markOf(
  pixel: Pixel,
  host: string,
  visitor: Visitor,
  isBot: boolean,
  isDataCenter: IsDataCenter,
  isFromBrowser: boolean,
): HitFlag | undefined {
  if (!isOfSite(pixel, host, visitor)) return 'host'
  if (!isFromBrowser) return 'origin'
  if (isBot) return 'bot'
  return isDataCenter(visitor.address) ? 'datacentre' : undefined
}

const isOfSite = (pixel: Pixel, host: string, visitor: Visitor): boolean =>
  pixel.siteHosts.has(host) && isFromSite(pixel, visitor.headers)

/**
 * Every browser names the origin of a page that posts to another host, if only as `null`. Whoever leaves it out is a program,
 * and may not spend a client's money.
 */
const namesOrigin = (headers: IncomingHttpHeaders): boolean => headers.origin !== undefined

/** Whether the browser itself names a site of the pixel's; pages may forbid it to name any. */
function isFromSite(pixel: Pixel, headers: IncomingHttpHeaders): boolean {
  const origin = headers.origin === 'null' ? undefined : headers.origin
  const page = origin ?? headers.referer
  return page === undefined || pixel.siteHosts.has(hostOf(page) ?? '')
}
