import { retryConflicts, inScope } from '#server/platform/database/scope.ts'
import type { Scope, Tx } from '#server/platform/database/tx.ts'
import { newIdsInOrder } from '#server/platform/ids.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findOptedOut, findPersons } from '#server/areas/identity/find-persons.ts'
import { publishEvents } from '#server/areas/integrations/publish-events.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { recordEmptied, type Funds } from '#server/areas/prepaid/funds.ts'
import { readReturnedLeads, type ReturnedLeadsOf } from './returned-leads.ts'
import { holdCampaigns } from './hold-campaigns.ts'
import { updateLeadCounts } from './update-lead-counts.ts'
import { updateLeadDays } from './update-lead-days.ts'
import type { Decision, LeadEvent } from './resolve/batch.ts'
import { writeCapUses } from './resolve/caps.ts'
import { chargeLeads } from './resolve/charge-leads.ts'
import { decideVisits } from './resolve/decide.ts'
import { Facts } from './resolve/facts.ts'
import { updateCompanyDays } from './resolve/update-company-days.ts'
import { updateLeadSources } from './resolve/update-lead-sources.ts'
import { hashesOfOthers, matchHashes, matchEvents, type DeviceLink, type Links } from './resolve/match-events.ts'
import { markExcludedPages } from './resolve/mark-excluded-pages.ts'
import { readCampaigns } from './resolve/read-campaigns.ts'
import { readFacts } from './resolve/read-facts.ts'
import { readLeadInformation } from './resolve/read-information.ts'
import {
  hasPendingHits,
  moveWatermark,
  rangeOf,
  readEvents,
  lockWatermark,
  type HitRange,
} from './resolve/read-events.ts'
import { readLinks, writeLinks } from './resolve/read-links.ts'
import { addWork } from './resolve/read-work.ts'
import { addSuspicion } from './resolve/suspicion.ts'
import { addContacts } from './resolve/suggest-contacts.ts'
import { addSurges } from './surges.ts'
import { tallyDays } from './resolve/tally-days.ts'
import { tallyLeads } from './resolve/tally-leads.ts'
import { notifyVisits } from './resolve/notify-visits.ts'
import { writeConversions } from './resolve/write-conversions.ts'
import { isLead, writeLeads, writeLimitUses, type LeadDecision } from './resolve/write-leads.ts'
import { writeOutcomes } from './resolve/write-outcomes.ts'
import { countVisits, writeVisits } from './resolve/write-visits.ts'

/** Batches of this size resolve fastest. */
const batchSize = 10_000
const longestStatement_ms = 60_000

export interface Resolved {
  visits: number
  leads: number
  /** Whether more hits are pending: beyond the batch size, or held back by a running transaction. */
  more: boolean
}

const scopeOf = (book: Book): Scope => ({ kind: 'agency', ...book })

const nothing: Resolved = { visits: 0, leads: 0, more: false }

/**
 * Resolves the next batch of an agency's hits. Visits, leads, money, deliveries, counts and the watermark are written in one
 * transaction, so a hit is resolved exactly once or not at all. Safe to call from many processes: while one resolves an
 * agency, the others skip it.
 */
export async function resolveAgency(platform: Platform, agencyId: string, most = batchSize): Promise<Resolved> {
  const book = await findBook(platform, agencyId)
  if (!book) return nothing
  return retryConflicts(() =>
    inScope(platform.appPool, scopeOf(book), (tx) => resolveBatch(platform, tx, book, most), {
      statementTimeout_ms: longestStatement_ms,
    }),
  )
}

async function findBook(platform: Platform, agencyId: string): Promise<Book | null> {
  const { rows } = await platform.appPool.query<{ root_id: string }>(
    'select root_id from resolve_watermark where agency_id = $1',
    [agencyId],
  )
  return rows[0] ? { rootId: rows[0].root_id, agencyId } : null
}

async function resolveBatch(platform: Platform, tx: Tx, book: Book, most: number): Promise<Resolved> {
  const mark = await lockWatermark(tx, book.agencyId)
  if (!mark) return nothing
  const events = await readEvents(tx, book.agencyId, mark, most)
  const last = events.at(-1) ?? mark
  const more = events.length === most || (await hasPendingHits(tx, book.agencyId, last))
  if (events.length === 0) return { ...nothing, more }
  const now_ms = platform.clock.now()
  const { decisions, links, knownLinks, facts, funds } = await decideBatch(platform, tx, book, now_ms, events)
  const leads = decisions.filter(isLead)
  await writeLinks(tx, book, links, knownLinks)
  const range = rangeOf(mark, events)
  await writeVisits(tx, book, range, decisions)
  await countVisits(tx, book, decisions)
  await updateCompanyDays(tx, platform.identityPool, book, decisions)
  if (leads.length > 0) await makeLeads(platform, tx, book, now_ms, range, leads, funds)
  await writeConversions(
    tx,
    book,
    decisions.filter(({ converts }) => converts).map(({ candidate }) => candidate),
  )
  await writeOutcomes(tx, book, now_ms, decisions)
  await holdCampaigns(platform, tx, book, now_ms, facts)
  await recordEmptied(tx, book, now_ms, [...facts.emptied])
  await notifyVisits(tx, book, decisions)
  await moveWatermark(tx, book.agencyId, last)
  return { visits: events.length, leads: leads.length, more }
}

interface Decided {
  decisions: Decision[]
  /** Links to write, and existing ones. */
  links: DeviceLink[]
  knownLinks: Links
  facts: Facts
  funds: readonly Funds[]
}

async function decideBatch(
  platform: Platform,
  tx: Tx,
  book: Book,
  now_ms: number,
  events: readonly LeadEvent[],
): Promise<Decided> {
  const campaigns = await readCampaigns(tx, book.agencyId, now_ms, [
    ...new Set(events.map((event) => event.campaignId)),
  ])
  const knownLinks = await readLinks(tx, book.agencyId, events)
  const people = await findPersons(platform.identityPool, lookupKeysOf(events, knownLinks))
  const byHash = matchHashes(events, people)
  const optedOut = await findOptedOut(platform.identityPool, [...hashesOfOthers(events, byHash, knownLinks)])
  const returnedLeadsOf: ReturnedLeadsOf = (personIds) => readReturnedLeads(tx, book.agencyId, personIds)
  const returnedLeads = await returnedLeadsOf(() => people.persons.keys())
  const { candidates, links } = matchEvents(events, byHash, {
    campaigns,
    found: people,
    optedOut,
    known: knownLinks,
    returnedLeads,
  })
  await addWork(platform.identityPool, candidates)
  await markExcludedPages(tx, book.agencyId, candidates)
  await addContacts(platform.identityPool, candidates, optedOut, returnedLeadsOf)
  const candidatesAndContacts = [...candidates, ...candidates.flatMap(({ contacts }) => contacts)]
  await addSurges(tx, book.agencyId, now_ms, candidatesAndContacts)
  const factRows = await readFacts(tx, platform.identityPool, book, candidatesAndContacts, campaigns, now_ms)
  await addSuspicion(tx, book, now_ms, candidates, { bursts: factRows.bursts, links: knownLinks })
  const facts = new Facts(factRows)
  const ids = newIdsInOrder(
    now_ms,
    candidates.filter(({ match, contacts }) => match !== null || contacts.length > 0).length,
  )
  let idsUsed = 0
  return {
    decisions: decideVisits(candidates, facts, () => ids[idsUsed++]!),
    links,
    knownLinks,
    facts,
    funds: factRows.funds,
  }
}

/** The hashes and ids to look up. Uses loops, since most of ten thousand events have none. */
function lookupKeysOf(events: readonly LeadEvent[], knownLinks: Links): { hashes: string[]; ids: number[] } {
  const hashes = new Set<string>()
  const ids = [...knownLinks.values()].map((link) => link.personId)
  for (const event of events) {
    if (event.personId !== null) ids.push(event.personId)
    if (!event.mark) for (const hash of event.hashes) hashes.add(hash)
  }
  return { hashes: [...hashes], ids }
}

/** Writes a lead together with its prices, transfers, limit usage, deliveries and counts: all or nothing. */
async function makeLeads(
  platform: Platform,
  tx: Tx,
  book: Book,
  now_ms: number,
  range: HitRange,
  leads: readonly LeadDecision[],
  funds: readonly Funds[],
): Promise<void> {
  await writeLeads(tx, book, now_ms, range, leads, await readLeadInformation(platform.identityPool, leads))
  await writeLimitUses(tx, book, leads)
  await writeCapUses(tx, book, leads)
  if (hasFault('charge-outside-transaction'))
    await inScope(platform.appPool, scopeOf(book), (other) => chargeLeads(other, book, now_ms, leads, funds))
  else await chargeLeads(tx, book, now_ms, leads, funds)
  await updateLeadCounts(tx, book, tallyLeads(leads, now_ms))
  await updateLeadDays(tx, book, tallyDays(leads, now_ms))
  await updateLeadSources(tx, book, now_ms, range, leads)
  const deliveries = leads.map(({ leadId, candidate }) => ({
    leadId,
    clientId: candidate.event.clientId,
    campaignId: candidate.campaign.id,
  }))
  await queueDeliveries(tx, book, now_ms, deliveries)
  const events = deliveries.map(({ leadId, clientId, campaignId }) => ({
    clientId,
    data: { id: leadId, client_id: clientId, campaign_id: campaignId },
  }))
  await publishEvents(tx, book, now_ms, 'lead.created', events)
}
