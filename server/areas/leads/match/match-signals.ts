import { setTimeout as sleep } from 'node:timers/promises'
import { readSignalCampaigns, type SignalCampaign } from '#server/areas/campaigns/public.ts'
import {
  hasSignalsBehind,
  readNewSignals,
  readPhrases,
  type Signal,
  type SignalMark,
} from '#server/areas/identity/public.ts'
import type { Book } from '#server/areas/ledger/public.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { keepMatches, type Match } from './keep-matches.ts'
import { Matcher } from './matcher.ts'
import { offerAgain } from './offer-again.ts'

/** So many signals are matched at once: their people's matches are read and written as sets. */
const portion = 20_000
const heldBack_ms = 100
const longestWait_ms = 20_000

export interface Matched {
  signals: number
  matches: number
}

/**
 * Matches the signals behind the mark with every campaign that looks for some, and offers those again whom a limit left
 * over. Costs what is new, not what is kept. Broken off anywhere it can be run anew: an agency's mark moves with its matches.
 */
export async function matchSignals(platform: Platform, most = portion): Promise<Matched> {
  const campaigns = await readSignalCampaigns(platform)
  const matcher = new Matcher(campaigns)
  const sum: Matched = { signals: 0, matches: 0 }
  for (;;) {
    const mark = await readMark(platform)
    const signals = await readWaiting(platform, mark, most)
    const last = signals.at(-1)
    if (!last) break
    const matches = await meet(platform, matcher, signals)
    for (const [book, own] of byAgency(matches))
      await inScope(platform.appPool, { kind: 'agency', ...book }, (tx) =>
        keepMatches(tx, book, platform.clock.now(), last, own),
      )
    await moveMark(platform, last)
    sum.signals += signals.length
    sum.matches += matches.length
  }
  await offerAgain(platform, campaigns)
  return sum
}

/** The next signals. Those that a running transaction holds back are waited for a while, since most last moments. */
async function readWaiting({ identityPool }: Platform, mark: SignalMark, most: number): Promise<Signal[]> {
  for (let waited_ms = 0; ; waited_ms += heldBack_ms) {
    const signals = await readNewSignals(identityPool, mark, most)
    if (signals.length > 0 || waited_ms >= longestWait_ms) return signals
    if (!(await hasSignalsBehind(identityPool, mark))) return []
    await sleep(heldBack_ms)
  }
}

async function readMark({ appPool }: Platform): Promise<SignalMark> {
  const { rows } = await appPool.query<SignalMark>('select done_tx as tx, done_id as id from signal_watermark')
  return rows[0]!
}

async function moveMark({ appPool }: Platform, { tx, id }: SignalMark): Promise<void> {
  await appPool.query(
    'update signal_watermark set done_tx = $1, done_id = $2 where (done_tx, done_id) < ($1::bigint, $2::uuid)',
    [tx, id],
  )
}

/** Who met which campaign with which of these signals. */
async function meet({ identityPool }: Platform, matcher: Matcher, signals: readonly Signal[]): Promise<Match[]> {
  const phrases = await readPhrases(identityPool, [...new Set(signals.map(({ phraseId }) => phraseId))])
  const phraseOf = new Map(phrases.map((phrase) => [phrase.id, phrase]))
  const matches = new Map<string, Match>()
  for (const { phraseId, kind, personId, at_ms } of signals) {
    const phrase = phraseOf.get(phraseId)!
    for (const { campaign, excludedBy } of matcher.meetingsOf(kind, phrase)) {
      const key = `${campaign.id} ${personId}`
      let match = matches.get(key)
      if (!match) matches.set(key, (match = { campaign, personId, signals: [] }))
      match.signals.push({ at_ms, kind, phrase: phrase.text, excludedBy })
    }
  }
  return [...matches.values()]
}

function byAgency(matches: readonly Match[]): Map<Book, Match[]> {
  const books = new Map<string, { book: Book; own: Match[] }>()
  for (const match of matches) {
    const { agencyId } = match.campaign
    const known = books.get(agencyId)
    if (known) known.own.push(match)
    else books.set(agencyId, { book: bookOf(match.campaign), own: [match] })
  }
  return new Map([...books.values()].map(({ book, own }) => [book, own]))
}

const bookOf = ({ rootId, agencyId }: SignalCampaign): Book => ({ rootId, agencyId })
