import { noteLatestSearches } from '#server/areas/campaigns/changes/note-latest-searches.ts'
import type { SignalCampaign } from '#server/areas/campaigns/read/read-signal-campaigns.ts'
import type { SignalWatermark } from '#server/areas/identity/signals/read-signals.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { recordSearches, type SearchEvent } from '#server/areas/tracking/record-searches.ts'
import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import { mergeSignals, rankOf, searchFactsOf, type MatchedSignal } from './searches.ts'

/** A person's signals that matched one campaign. */
export interface Match {
  campaign: SignalCampaign
  personId: number
  signals: MatchedSignal[]
}

/** The same for newly read signals, each with its position in the stream. */
export type FreshMatch = Omit<Match, 'signals'> & { signals: (MatchedSignal & { mark: SignalWatermark })[] }

/**
 * Stores an agency's new matches and queues them for the resolver, highest scores first. Signals stored before are skipped, so
 * that an interrupted pass can be repeated.
 */
export async function storeMatches(
  tx: Tx,
  book: Book,
  now_ms: number,
  upTo: SignalWatermark,
  matches: readonly FreshMatch[],
): Promise<void> {
  const fresh = signalsBehind(await moveWatermark(tx, book, upTo), matches)
  if (fresh.length === 0) return
  const before = await readStoredMatches(tx, book, fresh)
  const merges = fresh.map((match) => ({
    ...match,
    signals: mergeSignals(before.get(keyOf(match.campaign.id, match.personId)) ?? [], match.signals),
  }))
  await writeMatches(tx, book, now_ms, merges)
  await noteLatestSearches(tx, book.agencyId, latestSearchesOf(merges))
  await queueForResolver(tx, book, now_ms, merges)
}

const isBefore = (one: SignalWatermark, other: SignalWatermark): boolean =>
  one.tx < other.tx || (one.tx === other.tx && one.id < other.id)

const latestSearchesOf = (matches: readonly Match[]): Map<string, number> => {
  const latest = new Map<string, number>()
  for (const { campaign, signals } of matches)
    latest.set(campaign.id, Math.max(latest.get(campaign.id) ?? 0, signals[0]!.at_ms))
  return latest
}

/** The signals after a watermark. */
const signalsBehind = (mark: SignalWatermark, matches: readonly FreshMatch[]): Match[] =>
  matches.flatMap(({ signals, ...match }) => {
    const fresh = signals.filter((signal) => isBefore(mark, signal.mark) || hasFault('report-searches-twice'))
    return fresh.length === 0 ? [] : [{ ...match, signals: fresh.map(({ mark: _mark, ...signal }) => signal) }]
  })

/** Queues people for the resolver, highest scores first, so that they get what is left of a limit. */
export async function queueForResolver(tx: Tx, book: Book, now_ms: number, matches: readonly Match[]): Promise<void> {
  const events = matches.map(({ campaign, personId, signals }): SearchEvent => ({
    clientId: campaign.clientId,
    campaignId: campaign.id,
    personId,
    kind: signals[0]!.kind,
    at_ms: signals[0]!.at_ms,
    search: searchFactsOf(signals, campaign.criteria.windowDays, now_ms),
  }))
  await recordSearches(
    tx,
    book,
    now_ms,
    events.toSorted((a, b) => b.search.score - a.search.score),
  )
}

const keyOf = (campaignId: string, personId: number): string => `${campaignId} ${personId}`

const atTheBeginning: SignalWatermark = { tx: 0, id: '00000000-0000-0000-0000-000000000000' }

/** Locks and advances an agency's watermark. Returns its previous position. */
async function moveWatermark(tx: Tx, book: Book, upTo: SignalWatermark): Promise<SignalWatermark> {
  const { rows } = await tx.query<SignalWatermark>(
    `insert into agency_signal_watermark as mark (agency_id, root_id, done_tx, done_id) values ($1, $2, $3, $4)
     on conflict (agency_id) do update set root_id = excluded.root_id where mark.agency_id = $1
     returning done_tx as tx, done_id as id`,
    [book.agencyId, book.rootId, atTheBeginning.tx, atTheBeginning.id],
  )
  await tx.query(
    `update agency_signal_watermark set done_tx = $2, done_id = $3
      where agency_id = $1 and (done_tx, done_id) < ($2::bigint, $3::uuid)`,
    [book.agencyId, upTo.tx, upTo.id],
  )
  return rows[0]!
}

async function readStoredMatches(tx: Tx, book: Book, matches: readonly Match[]): Promise<Map<string, MatchedSignal[]>> {
  const { rows } = await tx.query<{ campaignId: string; personId: number; signals: MatchedSignal[] }>(
    `select m.campaign_id as "campaignId", m.person_id as "personId", m.signals
       from unnest($2::uuid[], $3::bigint[]) as asked (campaign_id, person_id)
       join search_match m on m.agency_id = $1 and m.campaign_id = asked.campaign_id and m.person_id = asked.person_id`,
    [
      book.agencyId,
      plainArray(matches.map(({ campaign }) => campaign.id)),
      plainArray(matches.map(({ personId }) => personId)),
    ],
  )
  return new Map(rows.map(({ campaignId, personId, signals }) => [keyOf(campaignId, personId), signals]))
}

async function writeMatches(tx: Tx, book: Book, now_ms: number, matches: readonly Match[]): Promise<void> {
  await tx.query(
    `insert into search_match (agency_id, campaign_id, person_id, root_id, client_id, signals, last_at, rank, offered_at)
     select $1, campaign_id, person_id, $2, client_id, signals, last_at, rank, $3
       from unnest($4::uuid[], $5::bigint[], $6::uuid[], $7::jsonb[], $8::timestamptz[], $9::float8[])
            as fresh (campaign_id, person_id, client_id, signals, last_at, rank)
     on conflict (agency_id, campaign_id, person_id) do update set signals = excluded.signals,
       last_at = excluded.last_at, rank = excluded.rank, offered_at = excluded.offered_at, outcome = null`,
    [
      book.agencyId,
      book.rootId,
      dateOf(now_ms),
      plainArray(matches.map(({ campaign }) => campaign.id)),
      plainArray(matches.map(({ personId }) => personId)),
      plainArray(matches.map(({ campaign }) => campaign.clientId)),
      matches.map(({ signals }) => JSON.stringify(signals)),
      matches.map(({ signals }) => dateOf(signals[0]!.at_ms)),
      plainArray(matches.map(({ signals }) => rankOf(signals))),
    ],
  )
}
