import type { Pool } from 'pg'
import type { Tx } from '#server/platform/database/tx.ts'
import { binaryHexes, binaryUuids } from '#server/platform/database/binary-arrays.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { findOutsiders } from '../audiences/find-outsiders.ts'
import { readPages } from '../audiences/read-pages.ts'
import type { Campaign, Candidate } from './batch.ts'
import { isConversion } from './decide.ts'
import type { EarlierLead, Exclusion, KnownFacts } from './facts.ts'
import { lockFunds } from '#server/areas/prepaid/funds.ts'
import { readCompanyLeads } from './read-company-leads.ts'
import { lockCapsLeft } from './caps.ts'
import { allowancesOf, type LimitUse } from './pace.ts'
import { readBursts } from './read-bursts.ts'
import { readVisited } from './read-visited.ts'
import { windowEnd } from './reidentification.ts'

/** Reads what the database knows about the candidates' people and campaigns. Limits stay locked until the transaction ends. */
export async function readFacts(
  tx: Tx,
  identityPool: Pool,
  book: Book,
  candidates: readonly Candidate[],
  campaigns: ReadonlyMap<string, Campaign>,
  now_ms: number,
): Promise<KnownFacts> {
  const matches = candidates.filter(({ match, optedOut }) => match !== null && !optedOut)
  const pairs = pairsOf(matches)
  const matchedIn = new Set(matches.map(({ event }) => event.campaignId))
  const active = [...campaigns.values()].filter(({ id, isActive }) => isActive && matchedIn.has(id))
  const matchedCampaigns = [...campaigns.values()].filter(({ id }) => matchedIn.has(id))
  const uses = await lockLimitUses(tx, book, matchedCampaigns)
  return {
    exclusions: await readExclusions(tx, book, () => hashesOf(matches)),
    outsiders: await findOutsiders(
      {
        tx,
        identityPool,
        agencyId: book.agencyId,
        now_ms,
        readPages: (ids) => readPages(tx, book.agencyId, ids),
        audiences: 'hold',
      },
      candidates,
    ),
    converted: await readConverted(tx, book, pairs),
    visited: await readVisited(tx, book, matches.filter(isConversion), now_ms),
    earlierLeads: await readEarlierLeads(tx, book, pairs, [...campaigns.values()]),
    earlierCompanyLeads: await readCompanyLeads(tx, book, matches),
    limitUses: new Map([...uses].map(([id, { used }]) => [id, used])),
    capsLeft: await lockCapsLeft(tx, book, matchedCampaigns),
    allowances: allowancesOf(now_ms, matchedCampaigns, uses),
    bursts: await readBursts(tx, book, now_ms, active),
    funds:
      active.length === 0
        ? []
        : await lockFunds(
            tx,
            book.agencyId,
            active.map(({ id }) => id),
          ),
    now_ms,
    failedPayers: active.length === 0 ? new Set() : await readFailedPayers(tx, book, active),
  }
}

/** R074, R075: leads stop until the payment succeeds, then resume automatically. */
async function readFailedPayers(tx: Tx, book: Book, active: readonly Campaign[]): Promise<Set<string>> {
  if (hasFault('forget-failed-payment')) return new Set()
  const { rows } = await tx.query<{ id: string }>(
    `select client.id from company client join company agency on agency.id = $1
      where client.id = any($2::uuid[]) and 'failed' in (client.payment_status, agency.payment_status)`,
    [book.agencyId, [...new Set(active.map(({ clientId }) => clientId))]],
  )
  return new Set(rows.map(({ id }) => id))
}

interface Pairs {
  campaignIds: Buffer
  personIds: string
}

/** The distinct pairs of campaign and person, as two array parameters. */
function pairsOf(candidates: readonly Candidate[]): Pairs {
  const pairs = new Map(candidates.map((candidate) => [candidate.inCampaign, candidate]))
  return {
    campaignIds: binaryUuids([...pairs.values()].map(({ event }) => event.campaignId)),
    personIds: plainArray([...pairs.values()].map(({ match }) => match!.person.id)),
  }
}

function hashesOf(candidates: readonly Candidate[]): Set<string> {
  const hashes = new Set<string>()
  for (const { event, match } of candidates) {
    for (const hash of match!.person.hashes) hashes.add(hash)
    for (const hash of event.hashes) hashes.add(hash)
  }
  return hashes
}

/**
 * Exclusions that contain any of these hashes (hex), which are only collected if there is any list. The operator's list, usually
 * the longest, is looked up by index; as a join it would be scanned whole. The array comes from a subquery, because the planner
 * would estimate every element of a parameter.
 */
export async function readExclusions(tx: Tx, book: Book, hashes: () => Iterable<string>): Promise<Exclusion[]> {
  if (!(await hasExclusions(tx, book))) return []
  const { rows } = await tx.query<Exclusion>(
    `select encode(e.hash, 'hex') as hash, e.level,
            case e.level when 'client' then e.client_id when 'campaign' then e.campaign_id end as "of"
       from unnest($2::bytea[]) as asked (hash) join exclusion e on e.agency_id = $1 and e.hash = asked.hash
     union all
     select encode(e.hash, 'hex'), 'root', null
       from root_exclusion e where e.root_id = $3 and e.hash = any(array(select unnest($2::bytea[])))`,
    [book.agencyId, binaryHexes([...hashes()]), book.rootId],
  )
  return rows
}

async function hasExclusions(tx: Tx, book: Book): Promise<boolean> {
  const { rows } = await tx.query<{ any: boolean }>(
    `select exists (select from exclusion where agency_id = $1)
         or exists (select from root_exclusion where root_id = $2) as any`,
    [book.agencyId, book.rootId],
  )
  return rows[0]?.any === true
}

async function readConverted(tx: Tx, book: Book, pairs: Pairs): Promise<string[]> {
  const { rows } = await tx.query<{ campaignId: string; personId: number }>(
    `select c.campaign_id as "campaignId", c.person_id as "personId"
       from unnest($2::uuid[], $3::bigint[]) as asked (campaign_id, person_id)
       join conversion c on c.agency_id = $1 and c.campaign_id = asked.campaign_id and c.person_id = asked.person_id`,
    [book.agencyId, pairs.campaignIds, pairs.personIds],
  )
  return rows.map(({ campaignId, personId }) => `${campaignId} ${personId}`)
}

/**
 * The latest lead of each person for each campaign: in the campaign itself, or in any of the client's campaigns if it counts
 * across them. People are passed as one array instead of rows to join, so that even without statistics the plan scans the
 * agency's leads at most once, never once per person.
 */
async function readEarlierLeads(
  tx: Tx,
  book: Book,
  pairs: Pairs,
  campaigns: readonly Campaign[],
): Promise<EarlierLead[]> {
  const { rows } = await tx.query<EarlierLead>(
    `select distinct on (c.id, l.person_id) c.id as "campaignId", l.person_id as "personId", l.id as "leadId",
            (extract(epoch from ${windowEnd('l.created_at', 'c')}) * 1000)::float8 as "windowEndsAt_ms"
       from lead l
       join unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::boolean[])
            as c (id, client_id, time_zone, reidentification, across)
         on c.client_id = l.client_id and (c.across or c.id = l.campaign_id)
      where l.agency_id = $1 and l.client_id = any($2::uuid[]) and l.person_id = any($3::bigint[]) and l.kind = 'lead'
      order by c.id, l.person_id, l.created_at desc`,
    [
      book.agencyId,
      plainArray([...new Set(campaigns.map((campaign) => campaign.clientId))]),
      pairs.personIds,
      campaigns.map((campaign) => campaign.id),
      campaigns.map((campaign) => campaign.clientId),
      campaigns.map((campaign) => campaign.timeZone),
      campaigns.map((campaign) => campaign.reidentification),
      campaigns.map((campaign) => campaign.reidentificationAcrossClient),
    ],
  )
  return rows
}

/**
 * What is used of each limit in its current period. Inserts missing rows and locks all of them in one global order, so that
 * this transaction can use up what is left.
 */
async function lockLimitUses(tx: Tx, book: Book, campaigns: readonly Campaign[]): Promise<Map<string, LimitUse>> {
  if (campaigns.length === 0) return new Map()
  const inOrder = campaigns.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await countLimitUses(tx, book, inOrder)
  const { rows } = await tx.query<LimitUse & { campaignId: string }>(
    `select u.campaign_id as "campaignId", u.used, u.used_at_change as "usedAtChange"
       from limit_use u
       join unnest($2::uuid[], $3::text[], $4::date[]) as asked (campaign_id, period, period_start)
         on u.campaign_id = asked.campaign_id and u.period = asked.period and u.period_start = asked.period_start
      where u.agency_id = $1
      order by u.campaign_id for update of u`,
    [
      book.agencyId,
      inOrder.map((campaign) => campaign.id),
      inOrder.map((campaign) => campaign.limitPeriod),
      inOrder.map((campaign) => campaign.limitPeriodStart),
    ],
  )
  return new Map(rows.map((row) => [row.campaignId, row]))
}

/**
 * Counts the period's leads at a campaign's first lead in it, and again after its settings change, because earlier leads of the
 * period count toward the new limit. `offset 0` makes PostgreSQL find the missing rows first; planned as one join, every batch
 * recounted every period.
 */
async function countLimitUses(tx: Tx, book: Book, inOrder: readonly Campaign[]): Promise<void> {
  await tx.query(
    `insert into limit_use (agency_id, campaign_id, client_id, root_id, period, period_start, used, used_at_change, counted_for)
     select $1, missing.campaign_id, client_id, $2, period, period_start, made.leads, made.leads, counted_for
       from (
         select asked.* from unnest($3::uuid[], $4::uuid[], $5::text[], $6::date[], $7::text[], $8::timestamptz[])
                as asked (campaign_id, client_id, period, period_start, time_zone, counted_for)
          where not exists (
            select from limit_use u
             where u.agency_id = $1 and u.campaign_id = asked.campaign_id and u.period = asked.period
               and u.period_start = asked.period_start and u.counted_for = asked.counted_for)
         offset 0) missing
       cross join lateral (
         select count(*) as leads from lead l
          where l.agency_id = $1 and l.campaign_id = missing.campaign_id and l.kind = 'lead'
            and l.created_at >= missing.period_start::timestamp at time zone missing.time_zone) made
     on conflict (agency_id, campaign_id, period, period_start)
       do update set used = excluded.used, used_at_change = excluded.used_at_change, counted_for = excluded.counted_for`,
    [
      book.agencyId,
      book.rootId,
      inOrder.map((campaign) => campaign.id),
      inOrder.map((campaign) => campaign.clientId),
      inOrder.map((campaign) => campaign.limitPeriod),
      inOrder.map((campaign) => campaign.limitPeriodStart),
      inOrder.map((campaign) => campaign.timeZone),
      inOrder.map((campaign) => campaign.updatedAt),
    ],
  )
}
