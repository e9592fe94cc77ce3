import { setTimeout as sleep } from 'node:timers/promises'
import { readSignalCampaigns, type SignalCampaign } from '#server/areas/campaigns/read/read-signal-campaigns.ts'
import {
  hasPendingSignals,
  readNewSignals,
  readPhrases,
  type Signal,
  type SignalWatermark,
} from '#server/areas/identity/signals/read-signals.ts'
import { isSensitive } from '#server/areas/identity/topics/is-sensitive.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { groupBy } from '#server/platform/group-by.ts'
import type { Platform } from '#server/platform/platform.ts'
import { storeMatches, type FreshMatch } from './store-matches.ts'
import { Matcher } from './matcher.ts'
import { offerAgain } from './offer-again.ts'

/** Signals per batch; the matches of their people are read and written as sets. */
const portion = 20_000
const heldBack_ms = 100
const longestWait_ms = 20_000

export interface Matched {
  signals: number
  matches: number
}

/**
 * Matches new signals with every campaign that has keywords, and offers people again whom a limit had stopped. The cost depends
 * on the new signals, not on the stored ones. Can be interrupted and repeated anywhere, since an agency's watermark moves in the
 * transaction of its matches. A failing agency doesn't block others: only the global watermark waits for it. Throws after all
 * agencies were served.
 */
export async function matchSignals(platform: Platform, most = portion): Promise<Matched> {
  const campaigns = await readSignalCampaigns(platform)
  const matcher = new Matcher(campaigns)
  const sum: Matched = { signals: 0, matches: 0 }
  const failedAgencies = new Set<string>()
  const settle = async ({ agencyId }: Book, work: Promise<unknown>): Promise<void> => {
    await work.catch((error: unknown) => {
      platform.log.error({ err: error, agencyId }, "an agency's searches could not be matched")
      failedAgencies.add(agencyId)
    })
  }
  for (let mark = await readWatermark(platform); ;) {
    const signals = await readWaiting(platform, mark, most)
    const last = signals.at(-1)
    if (!last) break
    const matches = await meet(platform, matcher, signals)
    for (const [book, matchesOfAgency] of byAgency(matches, ({ campaign }) => campaign)) {
      // The agency's watermark must not pass what failed.
      if (failedAgencies.has(book.agencyId)) continue
      const keep = (tx: Tx): Promise<void> => storeMatches(tx, book, platform.clock.now(), last, matchesOfAgency)
      await settle(book, inScope(platform.appPool, { kind: 'agency', ...book }, keep))
    }
    mark = last
    if (failedAgencies.size === 0) await moveWatermark(platform, mark)
    sum.signals += signals.length
    sum.matches += matches.length
  }
  for (const [book, matches] of byAgency(campaigns, (campaign) => campaign))
    await settle(book, offerAgain(platform, book, matches))
  if (failedAgencies.size > 0) throw new Error(`searches of ${failedAgencies.size} agencies could not be matched`)
  return sum
}

/** The next signals. Waits briefly for running transactions, since most are short. */
async function readWaiting({ identityPool }: Platform, mark: SignalWatermark, most: number): Promise<Signal[]> {
  for (let waited_ms = 0; ; waited_ms += heldBack_ms) {
    const signals = await readNewSignals(identityPool, mark, most)
    if (signals.length > 0 || waited_ms >= longestWait_ms) return signals
    if (!(await hasPendingSignals(identityPool, mark))) return []
    await sleep(heldBack_ms)
  }
}

async function readWatermark({ appPool }: Platform): Promise<SignalWatermark> {
  const { rows } = await appPool.query<SignalWatermark>('select done_tx as tx, done_id as id from signal_watermark')
  return rows[0]!
}

async function moveWatermark({ appPool }: Platform, { tx, id }: SignalWatermark): Promise<void> {
  await appPool.query(
    'update signal_watermark set done_tx = $1, done_id = $2 where (done_tx, done_id) < ($1::bigint, $2::uuid)',
    [tx, id],
  )
}

/** Which people matched which campaigns, with which of these signals. */
async function meet({ identityPool }: Platform, matcher: Matcher, signals: readonly Signal[]): Promise<FreshMatch[]> {
  const phrases = await readPhrases(identityPool, [...new Set(signals.map(({ phraseId }) => phraseId))])
  // What imports refuse may be older than the list of sensitive topics, or written by another program.
  const phraseOf = new Map(phrases.filter(({ text }) => !isSensitive(text)).map((phrase) => [phrase.id, phrase]))
  const matches = new Map<string, FreshMatch>()
  for (const { phraseId, kind, personId, at_ms, tx, id } of signals) {
    const phrase = phraseOf.get(phraseId)
    if (!phrase) continue
    for (const { campaign, excludedBy } of matcher.meetingsOf(kind, phrase)) {
      const key = `${campaign.id} ${personId}`
      let match = matches.get(key)
      if (!match) matches.set(key, (match = { campaign, personId, signals: [] }))
      match.signals.push({ at_ms, kind, phrase: phrase.text, excludedBy, mark: { tx, id } })
    }
  }
  return [...matches.values()]
}

/** The matches by agency, with its book. */
const byAgency = <One>(ones: readonly One[], campaignOf: (one: One) => SignalCampaign): [Book, One[]][] =>
  [...groupBy(ones, (one) => campaignOf(one).agencyId).values()].map((ofAgency) => {
    const { rootId, agencyId } = campaignOf(ofAgency[0]!)
    return [{ rootId, agencyId }, ofAgency]
  })
