import { siteUrl } from '../connect-sites.ts'
import { createRandom, type Random } from '../random.ts'
import type { Site, VisitorHit } from '../visitors.ts'
import { wideClients } from '../wide/wide-clients.ts'
import { worlds, type World } from '../wide/world-size.ts'
import { agencyOf, demoSeed, regulars, walkers, wideCompanies, wideWalkers } from '../world.ts'
import type { DemoCampaign } from '../world-campaigns.ts'
import { planDay } from './plan-day.ts'
import { earlyDays, planEarly } from './plan-early.ts'

const day_ms = 86_400_000
/** The past ends a little before the present begins. */
const quiet_ms = 60_000

/** The weeks before the demo began. */
export interface Past {
  /** Whose visitors; by default those of the small world. */
  world?: World
  began_ms: number
  days: number
}

/**
 * The hits of visitors to an agency's clients in the past, oldest first. Deterministic for the same past, so that an
 * interrupted start can continue with it. The sites listen on `port`.
 */
export function planHistory(
  agency: string,
  { began_ms, days, world = worlds.small }: Past,
  port: number,
): VisitorHit[] {
  const random = createRandom(demoSeed + wideCompanies.findIndex(({ name }) => name === agency))
  const from_ms = began_ms - days * day_ms
  const today_ms = began_ms - (began_ms % day_ms)
  const sites = world.campaigns
    .filter(({ client, visitors }) => visitors > 0 && agencyOf(client) === agency)
    .map((campaign): Site => ({
      campaign,
      url: siteUrl(campaign.siteHost, { PORT: port }),
      regulars: [],
      people: peopleOf(campaign),
    }))
  const ofCompanies = createRandom(demoSeed + 1_000)
  const randomOf = ({ campaign }: Site): Random => (campaign.fromCompanies > 0 ? ofCompanies : random)
  const hits: VisitorHit[] = []
  for (let day = days + 1; day >= 0; day--)
    for (const site of sites)
      hits.push(...planDay(randomOf(site), site, today_ms - day * day_ms, world.trendOf(site.campaign, day)))
  const busy = hits.filter(({ at_ms }) => at_ms >= from_ms)
  return [...earlier(agency, sites, { from_ms, upTo_ms: began_ms }, days), ...busy]
    .filter(({ at_ms }) => at_ms < began_ms - quiet_ms)
    .sort((one, other) => one.at_ms - other.at_ms)
}

/** A site that only the wide world has gets people of its own, so that few of them are leads of several clients. */
function peopleOf({ client }: DemoCampaign): Site['people'] {
  const at = wideClients.findIndex(({ name }) => name === client)
  if (at === -1) return regulars
  const each = Math.floor((wideWalkers - walkers) / wideClients.length)
  return { from: walkers + at * each, upTo: walkers + (at + 1) * each }
}

/** Uses its own random generator, so that the busy weeks are the same with or without it. */
function earlier(
  agency: string,
  sites: readonly Site[],
  past: { from_ms: number; upTo_ms: number },
  days: number,
): VisitorHit[] {
  if (earlyDays(days) === 0) return []
  const random = createRandom(demoSeed + 2_000 + wideCompanies.findIndex(({ name }) => name === agency))
  // Visitors from companies are identified by their IP address anyway.
  const remembering = sites.filter(({ campaign }) => campaign.fromCompanies === 0)
  return remembering.flatMap((site) => planEarly(random, { ...site, regulars: [] }, past))
}
