import { uuidFrom } from '#server/platform/ids.ts'
import { employers, type DemoEmployer } from './companies.ts'
import { emailOfPerson, hashesOfEmail } from './persons.ts'
import type { Random } from './random.ts'
import { demoPixelKey, optedOut, excludedPeople } from './world.ts'
import { type DemoCampaign } from './world-campaigns.ts'

/** A hit as a made-up visitor's browser sends it, and its IP address. */
export interface VisitorHit {
  at_ms: number
  body: Record<string, unknown> & { k: string }
  userAgent: string
  address: string
  /** Whether this hit may create a lead or a conversion. If so it is resolved at once, as in the program. */
  isNews: boolean
}

/** A returning visitor: known by the cookie, and possibly by the address in a newsletter's link. */
interface Regular {
  person: number
  visitorId: string
}

/** What a campaign's site remembers from day to day. */
export interface Site {
  campaign: DemoCampaign
  url: string
  regulars: Regular[]
  /** Which people come to it for the first time. */
  people: { from: number; upTo: number }
}

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
] as const
const robot = 'Mozilla/5.0 (compatible; ExampleBot/2.1; +http://www.example.com/bot.html)'
const pages = [
  ['/', 'Welcome'],
  ['/services', 'Services'],
  ['/prices', 'Prices'],
  ['/about', 'About us'],
  ['/contact', 'Contact'],
  ['/blog/winter-checklist', 'Winter checklist'],
] as const
const referrers = ['www.google.com', 'www.google.com', 'www.bing.com', 'news.example.com', '', ''] as const

/** Kinds of visitors, by weight: people in the identity data, and everybody else. */
const knownKinds = weighted({ known: 30, back: 12 })
const otherKinds = weighted({
  unwanted: 3,
  stranger: 11,
  anonymous: 33,
  robot: 4,
  datacentre: 2,
  elsewhere: 2,
  private: 3,
})

function weighted(weights: Record<string, number>): string[] {
  return Object.entries(weights).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind))
}

interface Walker extends Regular {
  hash: string | null
  userAgent: string
  address: string
  url: string
  isPrivate: boolean
  isKnown: boolean
}

/** One view of a site's first page by a returning browser. A newsletter's link may identify the visitor. */
export function returningView(
  random: Random,
  site: Site,
  { visitorId, isNamed }: { visitorId: string; isNamed: boolean },
  at_ms: number,
): VisitorHit {
  const walker = { ...walkerOf(random, site, isNamed ? 'known' : 'anonymous'), visitorId }
  const [path, title] = pages[0]
  return hitOf(random, site, walker, hexId(random), {
    at_ms,
    isFirst: true,
    type: 'view',
    path,
    title,
    referrer: random.pick(referrers),
    hash: walker.hash,
  })
}

export const newVisitorId = (random: Random): string => hexId(random)

const hexId = (random: Random): string => Buffer.from(random.bytes(16)).toString('hex')

/** One visitor's path through the site, page by page. With the given probability it is a known person. */
export function walkThrough(random: Random, site: Site, from_ms: number, matching: number): VisitorHit[] {
  const { fromCompanies } = site.campaign
  const isFromCompany = fromCompanies > 0 && random.chance(fromCompanies)
  const kind = isFromCompany ? 'company' : random.pick(random.chance(matching) ? knownKinds : otherKinds)
  const walker = walkerOf(random, site, kind)
  const sessionId = hexId(random)
  const length = walker.isPrivate || kind === 'robot' ? 1 : 1 + random.below(4) * random.below(2)
  const buys = walker.isKnown && (kind === 'known' || kind === 'back') && random.chance(0.07)
  const referrer = random.pick(referrers)
  let at_ms = from_ms
  const hits = Array.from({ length }, (_, at): VisitorHit => {
    at_ms += at === 0 ? 0 : 8_000 + random.below(90_000)
    const [path, title] = at === 0 ? random.pick(pages.slice(0, 3)) : random.pick(pages)
    const isFirst = at === 0
    const more = { path, title, referrer: isFirst ? referrer : '', hash: isFirst ? walker.hash : null }
    return hitOf(random, site, walker, sessionId, { at_ms, isFirst, type: 'view', ...more })
  })
  if (!buys) return hits
  const thanks = { path: '/thank-you', title: 'Thank you', referrer: '', hash: null, isFirst: false }
  at_ms += 20_000 + random.below(120_000)
  return [...hits, hitOf(random, site, walker, sessionId, { at_ms, type: 'conversion', ...thanks })]
}

function walkerOf(random: Random, site: Site, kind: string): Walker {
  const walker: Walker = {
    person: -1,
    visitorId: hexId(random),
    hash: null,
    userAgent: random.pick(browsers),
    address: '127.0.0.1',
    url: site.url,
    isPrivate: false,
    isKnown: false,
  }
  const knownWalker = (person: number): Walker => ({ ...walker, person, hash: hashOf(random, person), isKnown: true })
  switch (kind) {
    case 'known': {
      const fresh = knownWalker(site.people.from + random.below(site.people.upTo - site.people.from))
      site.regulars.push(fresh)
      return fresh
    }
    case 'back': {
      if (site.regulars.length === 0) return walker
      const regular = random.pick(site.regulars)
      // Most return with the same browser; some follow a newsletter's link with another one.
      return random.chance(0.7) ? { ...walker, ...regular, hash: null, isKnown: true } : knownWalker(regular.person)
    }
    case 'unwanted':
      return knownWalker(
        random.chance(0.6)
          ? excludedPeople.from + random.below(excludedPeople.upTo - excludedPeople.from)
          : optedOut.from + random.below(optedOut.upTo - optedOut.from),
      )
    case 'stranger':
      return { ...walker, hash: hexId(random) }
    case 'company':
      // The IP address may reveal the company, but nothing reveals the person.
      return { ...walker, address: addressOf(random, random.pick(employers)), isKnown: true }
    case 'robot':
      return { ...walker, userAgent: robot }
    case 'datacentre':
      return { ...walker, address: '127.66.0.1' }
    case 'elsewhere':
      return { ...walker, url: site.url.replace('//', '//staging.') }
    case 'private':
      return { ...walker, isPrivate: true }
    default:
      return walker
  }
}

const addressOf = (random: Random, { range }: DemoEmployer): string =>
  range.replace(/0\/24$/, String(1 + random.below(250)))

function hashOf(random: Random, person: number): string {
  const hashes = hashesOfEmail(emailOfPerson(person))
  return hashes[random.pick(['md5', 'md5', 'md5', 'sha1', 'sha256', 'sha256'] as const)].toString('hex')
}

interface PageView {
  at_ms: number
  type: 'view' | 'conversion'
  path: string
  title: string
  referrer: string
  hash: string | null
  /** Whether the visit begins here. */
  isFirst: boolean
}

function hitOf(random: Random, site: Site, walker: Walker, sessionId: string, view: PageView): VisitorHit {
  const key = demoPixelKey(site.campaign.name)
  const value = random.pick([89, 120, 240, 375])
  const hit = {
    i: uuidFrom(view.at_ms, random.bytes(10)).replaceAll('-', ''),
    k: key,
    t: view.type,
    u: walker.url + view.path,
    r: view.referrer,
    d: `${site.campaign.client} · ${view.title}`,
    v: walker.visitorId,
    s: sessionId,
    ...(view.hash ? { h: [view.hash] } : {}),
    ...(view.type === 'conversion' ? { x: value } : {}),
  }
  const body = walker.isPrivate ? { k: key, p: random.pick(['gpc', 'gpc', 'optout', 'consent']) } : hit
  const isNews = walker.isKnown && (view.type === 'conversion' || view.isFirst)
  return { at_ms: view.at_ms, body, userAgent: walker.userAgent, address: walker.address, isNews }
}
