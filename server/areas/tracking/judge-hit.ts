import type { IncomingHttpHeaders } from 'node:http'
import type { CollectBody } from '#contract/tracking/collect-body.ts'
import { regionRuleOf, type RegionRuleName } from '#contract/privacy/region-rules.ts'
import { packConsent } from '#contract/tracking/consent-signals.ts'
import { hiddenOrigin, type HitFlag } from '#contract/tracking/flags.ts'
import type { CompanyOf } from './company-ranges.ts'
import type { IsDataCenter } from './data-centers.ts'
import type { CountedReason, Entry, Hit, PrivacyReason } from './hit.ts'
import { hostOfUrl } from '#contract/core/hosts.ts'
import { cleanAddress, cutAddress, pageOfAddress } from './page-address.ts'
import type { Pixel } from './pixels.ts'
import { storable } from './read-body.ts'
import { isOnSensitivePage } from './sensitive-pages.ts'
import { readUserAgent } from './user-agents.ts'

type SentHit = Extract<CollectBody, { i: string }>

export interface Visitor {
  headers: IncomingHttpHeaders
  /** Compared with the ranges of data centers, companies and excluded addresses, then forgotten. */
  address: string
  /** The country of the address's network, empty if unknown; absent where it was not looked up. */
  country?: string
}

const longest = { address: 2000, host: 255, title: 120, eventName: 64 }

const reasonOfSignal = {
  gpc: 'privacy_gpc',
  optout: 'privacy_opt_out',
  consent: 'privacy_consent',
  region: 'privacy_region',
} as const

/**
 * The privacy signal of a hit, if any: the browser's header counts as much as what the pixel found. Any value that
 * contains a 1 is the signal: two senders arrive as "1, 1", and in doubt the visitor's privacy wins.
 */
function privacyReason(headers: IncomingHttpHeaders, body?: CollectBody): PrivacyReason | null {
  if (body && 'p' in body) return reasonOfSignal[body.p]
  return sendsGpc(headers) ? 'privacy_gpc' : null
}

export const sendsGpc = (headers: IncomingHttpHeaders): boolean => String(headers['sec-gpc'] ?? '').includes('1')

/** The stricter one of the law's rule and the agency's, by the visitor's network. */
const ruleFor = (pixel: Pixel, { country }: Visitor): RegionRuleName =>
  country === undefined ? 'identify' : regionRuleOf(country, pixel.countryRules)

/**
 * Why a visit is only counted, if it is: a privacy signal, its region, a sensitive page, or an address that the campaign excludes.
 * An image's page is the one that the browser names.
 */
export const countedReason = (
  pixel: Pixel,
  visitor: Visitor,
  body?: CollectBody,
  page = body && 'u' in body ? body.u : (visitor.headers.referer ?? ''),
): CountedReason | null =>
  privacyReason(visitor.headers, body) ??
  (['count', 'nothing'].includes(ruleFor(pixel, visitor)) ? 'privacy_region' : undefined) ??
  (isOnSensitivePage(page) ? 'page_sensitive' : undefined) ??
  (pixel.isExcluded(visitor.address) ? 'ip_excluded' : undefined) ??
  (ruleFor(pixel, visitor) === 'company' ? 'privacy_region' : null)

/** What to store for a body that the pixel sent: a hit, or an increment for a visit that may only be counted. */
export function entryOf(
  pixel: Pixel,
  body: CollectBody,
  visitor: Visitor,
  isDataCenter: IsDataCenter,
  companyOf: CompanyOf = () => undefined,
  newHitId: () => string = () => '',
): Entry {
  // Checked before anything else is read: a visit with a privacy signal or an excluded address is only counted.
  const countAs = countedReason(pixel, visitor, body)
  if (countAs === 'privacy_region' && ruleFor(pixel, visitor) === 'company') {
    const id = 'i' in body ? body.i : newHitId()
    return companyEntryOf(imageHitOf(pixel, id, visitor, isDataCenter), visitor, companyOf)
  }
  // Who says no withdraws, by the header alone as by the pixel's own report: the id in it was known until now. Being somewhere says nothing.
  if (countAs) return { pixel, countAs, withdrawn: isNo(countAs, body) ? body.v : undefined }
  if ('p' in body) throw new Error('a body with a privacy signal must have a reason')
  const hit = hitOf(pixel, body, visitor, isDataCenter)
  // The company is looked up only if the hit may count at all, and never for a conversion.
  const isAsked = pixel.findsCompanies && !isFlagged(hit) && hit.kind !== 'conversion'
  return { hit: isAsked ? { ...hit, company: companyOf(visitor.address) } : hit }
}

/** Whether the visitor refused, rather than the place, the page or the campaign. */
const isNo = (reason: CountedReason, body: CollectBody): boolean =>
  reason === 'privacy_gpc' || ('p' in body && body.p !== 'region')

/** Where only companies may be recognized: what the image would store, under its company; counted if there is none. */
function companyEntryOf(hit: Hit, { headers, address }: Visitor, companyOf: CompanyOf): Entry {
  const { pixel } = hit
  const isAsked = pixel.findsCompanies && !isFlagged(hit) && namesOrigin(headers)
  const company = isAsked ? companyOf(address) : undefined
  return company === undefined ? { pixel, countAs: 'privacy_region' } : { hit: { ...hit, company } }
}

/** The hit to store for a body that the pixel sent. */
function hitOf(pixel: Pixel, body: SentHit, visitor: Visitor, isDataCenter: IsDataCenter): Hit {
  const agent = readUserAgent(visitor.headers['user-agent'])
  const host = hostOfUrl(body.u) ?? ''
  return {
    pixel,
    id: body.i,
    kind: body.t === 'view' && isThankYouPage(pixel, body.u) ? 'conversion' : body.t,
    pageUrl: storable(cutAddress(cleanAddress(body.u), longest.address), longest.address),
    pageHost: host,
    title: textOf(body.d, longest.title),
    referrerHost: textOf(body.r, longest.host),
    visitorId: body.v,
    sessionId: body.s,
    hashes: hashesOf(body.h),
    eventName: textOf(body.n, longest.eventName),
    eventValue_cents: typeof body.x === 'number' ? Math.round(body.x * 100) : undefined,
    mark: markOf(pixel, host, visitor, agent.isBot, isDataCenter, namesOrigin(visitor.headers)) ?? hidingOf(visitor),
    userAgentFamily: agent.family,
    company: undefined,
    consent: packConsent(visitor.country ?? '', body.c === true, body.f),
  }
}

/** A view of this page means that the visitor has ordered, although the page does not report it (`urlCodeThankyou`). */
const isThankYouPage = ({ thankYouPage }: Pixel, address: string): boolean =>
  thankYouPage !== null && pageOfAddress(address) === thankYouPage

/** What to store when a page without JavaScript loads the image: that it was loaded, and nothing about the visitor. */
export function imageHitOf(pixel: Pixel, id: string, visitor: Visitor, isDataCenter: IsDataCenter): Hit {
  const agent = readUserAgent(visitor.headers['user-agent'])
  const page = visitor.headers.referer ?? ''
  const host = hostOfUrl(page)
  return {
    pixel,
    id,
    kind: 'view',
    pageUrl: host === null ? '' : storable(cutAddress(cleanAddress(page), longest.address), longest.address),
    pageHost: host ?? '',
    title: undefined,
    referrerHost: undefined,
    visitorId: undefined,
    sessionId: undefined,
    hashes: undefined,
    eventName: undefined,
    eventValue_cents: undefined,
    // Browsers load images without an origin, and these hits carry nobody who could become a lead.
    mark: markOf(pixel, host ?? '', visitor, agent.isBot, isDataCenter, true),
    userAgentFamily: agent.family,
    company: undefined,
    consent: undefined,
  }
}

/** Whether a page's URL belongs to one of the pixel's sites, and the browser does not contradict it. */
export const isOnSite = (pixel: Pixel, page: string, visitor: Visitor): boolean =>
  isOfSite(pixel, hostOfUrl(page) ?? '', visitor)

/** The flag or the counted reason that a view of a page would get, if any. Nothing is stored. */
export const flagOfView = (
  pixel: Pixel,
  page: string,
  visitor: Visitor,
  isDataCenter: IsDataCenter,
): HitFlag | CountedReason | null => {
  const { isBot } = readUserAgent(visitor.headers['user-agent'])
  const isFromBrowser = namesOrigin(visitor.headers)
  return (
    countedReason(pixel, visitor, undefined, page) ??
    markOf(pixel, hostOfUrl(page) ?? '', visitor, isBot, isDataCenter, isFromBrowser) ??
    null
  )
}

/** Whether a resolver rejects it from the start. */
const isFlagged = ({ mark }: Hit): boolean => mark !== undefined && mark !== hiddenOrigin

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
 * Every browser sends an origin, if only `null`, when a page posts to another host. A request without one comes from a
 * program, which must not spend a client's money.
 */
const namesOrigin = (headers: IncomingHttpHeaders): boolean => headers.origin !== undefined

/** A browser hides the origin where the page may not know it: rare on a client's site, and easily forged. */
const hidingOf = ({ headers }: Visitor): typeof hiddenOrigin | undefined =>
  headers.origin === 'null' ? hiddenOrigin : undefined

/** Whether the browser itself names one of the pixel's sites; pages may forbid it to send any origin. */
function isFromSite(pixel: Pixel, headers: IncomingHttpHeaders): boolean {
  const origin = headers.origin === 'null' ? undefined : headers.origin
  const page = origin ?? headers.referer
  return page === undefined || pixel.siteHosts.has(hostOfUrl(page) ?? '')
}
