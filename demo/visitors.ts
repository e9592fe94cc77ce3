import { campaigns, demoPersons, demoPixelKey, demoSeed } from './world.ts'
import { hashesOfEmail, nowhere, personAt } from './persons.ts'
import type { Random } from './random.ts'
import { uuidFrom } from '#server/platform/ids.ts'

/** One page view of a made-up visitor, as the pixel would report it. */
export interface Walk {
  siteHost: string
  body: string
}

const paths = ['/', '/services', '/prices', '/contact', '/blog/winter-checklist', '/about'] as const
const referrers = ['', 'www.google.com', 'www.bing.com', 'news.example.com', ''] as const
const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1',
] as const

/** The address of person `n` of the demo, which does not depend on where they live. */
export const emailOfPerson = (n: number): string => personAt(demoSeed, n, nowhere).email

export const userAgentOf = (random: Random): string => random.pick(userAgents)

/** A page view at this time. With the given probability the visitor is known by a hash in the page's address. */
export function walk(random: Random, at_ms: number, options: { siteHost?: string; matching: number }): Walk {
  const active = campaigns.filter(({ status }) => status === 'active')
  const campaign = active.find(({ siteHost }) => siteHost === options.siteHost) ?? random.pick(active)
  const known = random.chance(options.matching)
  const hash = known
    ? hashesOfEmail(emailOfPerson(random.below(Math.min(demoPersons, 2_000)))).md5.toString('hex')
    : null
  const uuid = (): string => uuidFrom(at_ms, random.bytes(10)).replaceAll('-', '')
  return {
    siteHost: campaign.siteHost,
    body: JSON.stringify({
      i: uuid(),
      k: demoPixelKey(campaign.name),
      t: 'view',
      u: `http://${campaign.siteHost}${random.pick(paths)}`,
      r: random.pick(referrers),
      d: campaign.client,
      v: uuid(),
      s: uuid(),
      ...(hash ? { h: [hash] } : {}),
      w: random.pick([390, 1280, 1440, 1920]),
      l: 'en-US',
      z: 'America/Chicago',
    }),
  }
}
