import { reasons } from '#contract/leads/reasons.ts'
import type { Simulation, simulateCampaign } from '#contract/leads/simulation.ts'
import { companyWindowOf, acceptsPageOf } from '#server/areas/campaigns/modules/registry.ts'
import { readEventSource, type CampaignSource } from '#server/areas/campaigns/read/read-event-source.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { Campaign, Candidate } from '../resolve/batch.ts'
import { readCampaignSettings } from '../resolve/read-campaigns.ts'
import { readExclusions } from '../resolve/read-facts.ts'
import { addSurges } from '../surges.ts'
import { addWork } from '../resolve/read-work.ts'
import { stages } from '../resolve/stages.ts'
import { seesWholesale } from '../read/present.ts'
import { readSpent, SimulatedCaps } from './caps.ts'
import { daysToRun } from './candidates.ts'
import { boundariesOf } from './hours.ts'
import type { PastDay, Period } from './past.ts'
import { findOutsiders } from '../audiences/find-outsiders.ts'
import { People } from './people.ts'
import { periodOf } from './period.ts'
import { readConversionDates, readCompanyLeads, readRealLeads } from './read-earlier.ts'
import { readPastSearches } from './read-past-searches.ts'
import { findBusiest, readPastVisits } from './read-past-visits.ts'
import { runDays, type Known } from './run-days.ts'

const day_ms = 86_400_000

interface Past {
  days: PastDay[]
  source: Simulation['source']
  name: string | null
  /** The campaign whose visits are used. */
  campaignId: string
}

/**
 * Simulates what a campaign would have produced in the past days under its current rules. Read-only. A campaign without visits
 * uses those of another campaign on the same site.
 */
export const handleSimulateCampaign: Handler<typeof simulateCampaign> = async (
  { params, query: { without } },
  call,
) => {
  const { agencyId } = call.object!
  const { platform, caller } = call
  const days = Number(params.days)
  const campaign = await readRules(call, params.id)
  const source = await call.inScope((tx) => readEventSource(tx, agencyId!, params.id))
  const period = periodOf(days, platform.clock.now(), campaign.timeZone)
  const people = new People(platform.identityPool)
  const past = await readPast(call, agencyId!, { campaign, source, period }, people)
  const toRun = daysToRun(campaign, past.days, await people.all())
  const candidates = toRun.flatMap(({ people }) => people.map(({ candidate }) => candidate))
  if (companyWindowOf(campaign.module, campaign.moduleSettings) !== null)
    await addWork(platform.identityPool, candidates)
  const query: SimulationQuery = { campaign, visitsOf: past.campaignId, from_ms: period.from_ms, candidates }
  const { identityPool } = platform
  const inputs = await call.inScope(async (tx) => ({
    ...(await readKnown(tx, { rootId: call.object!.rootId, agencyId: agencyId! }, query)),
    // Uses today's data about people and companies, not their history.
    surges: await addSurges(tx, agencyId!, platform.clock.now(), candidates),
    outsiders: await findOutsiders(
      { tx, identityPool, agencyId: agencyId!, now_ms: platform.clock.now(), readPages: null, audiences: 'read' },
      candidates,
    ),
  }))
  const searchWindow_ms = source.kind === 'signals' ? source.campaign.criteria.windowDays * day_ms : 0
  const outcome = await runDays(campaign, toRun, {
    ...inputs,
    searchWindow_ms,
    order: stages().filter(({ reason }) => reason !== without),
  })
  const data: Simulation = {
    from: period.dates[0]!,
    days,
    time_zone: campaign.timeZone,
    source: past.source,
    source_name: past.name,
    events: outcome.events,
    people: outcome.people,
    leads: outcome.leads,
    cost: outcome.leads * campaign.retailPrice_e4,
    ...(seesWholesale(caller) && { wholesale: outcome.leads * campaign.wholesalePrice_e4 }),
    by_day: outcome.byDay,
    reasons: reasons
      .filter((reason) => outcome.reasons.has(reason))
      .map((reason) => ({ reason, count: outcome.reasons.get(reason)! })),
    limit_met_on: outcome.limitMet[0] ?? null,
    limit_met_days: outcome.limitMet.length,
    caps: campaign.caps.map(({ of }) => ({
      of,
      met_on: outcome.capsMet[of][0] ?? null,
      met_days: outcome.capsMet[of].length,
    })),
  }
  return { result: 'success', message: '', data }
}

/**
 * Reads the campaign with the agency's access, because caps use the agency's months and a client can't see its agency. Omits
 * the agency's own cap, which clients must not learn.
 */
async function readRules(call: SignedInCall, id: string): Promise<Campaign> {
  const { platform, caller } = call
  const rootId = call.object!.rootId
  const agencyId = call.object!.agencyId!
  const campaign = await inScope(
    platform.appPool,
    { kind: 'agency', rootId, agencyId },
    (tx) => readCampaignSettings(tx, agencyId, platform.clock.now(), id),
    { readOnly: true },
  )
  if (!campaign) throw notFound()
  return seesWholesale(caller) ? campaign : { ...campaign, caps: campaign.caps.filter(({ of }) => of !== 'agency') }
}

async function readPast(
  call: SignedInCall,
  agencyId: string,
  { campaign, source, period }: { campaign: Campaign; source: CampaignSource; period: Period },
  people: People,
): Promise<Past> {
  if (source.kind === 'signals') {
    const days = await readPastSearches(call.platform, source.campaign, period)
    for (const day of days) people.add(day.people)
    return { days, source: 'searches', name: null, campaignId: campaign.id }
  }
  const { clientId, besides } = source
  const acceptsPage = acceptsPageOf(campaign.module, campaign.moduleSettings)
  const otherId = await call.inScope(async (tx) => {
    const find = (ids: readonly string[]) => findBusiest(tx, agencyId, clientId, ids, period.from_ms)
    return (await find([campaign.id])) ? null : find(besides.map(({ id }) => id))
  })
  const campaignId = otherId ?? campaign.id
  return {
    days: await readPastVisits(
      agencyId,
      { clientId, campaignId },
      {
        inScope: (work) => call.inScope(work),
        period,
        people,
        acceptsPage,
        boundariesOf: (from_ms, until_ms) => boundariesOf(campaign, from_ms, until_ms),
      },
    ),
    source: otherId ? 'site' : 'own',
    name: besides.find(({ id }) => id === otherId)?.name ?? null,
    campaignId,
  }
}

interface SimulationQuery {
  campaign: Campaign
  /** The campaign whose conversions count. */
  visitsOf: string
  from_ms: number
  candidates: readonly Candidate[]
}

/** What is known about the people of these days. */
async function readKnown(
  tx: Tx,
  book: Book,
  { campaign, visitsOf, from_ms, candidates }: SimulationQuery,
): Promise<Omit<Known, 'outsiders' | 'searchWindow_ms' | 'order'>> {
  const ids = [...new Set(candidates.map(({ event }) => event.personId!))]
  const companyWindow = companyWindowOf(campaign.module, campaign.moduleSettings) ?? 'none'
  const companies = companyWindow === 'none' ? [] : [...new Set(candidates.flatMap(({ company }) => company ?? []))]
  return {
    exclusions: await readExclusions(tx, book, () => candidates.flatMap(({ match }) => match?.person.hashes ?? [])),
    realLeads: await readRealLeads(tx, book.agencyId, campaign, ids, from_ms),
    companyLeads: await readCompanyLeads(tx, book.agencyId, campaign, { companies, window: companyWindow }, from_ms),
    companyWindow,
    caps: new SimulatedCaps(campaign, await readSpent(tx, book, campaign, from_ms)),
    bought: await readConversionDates(tx, book.agencyId, visitsOf, ids),
  }
}
