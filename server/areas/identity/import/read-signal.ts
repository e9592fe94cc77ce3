import { tagsOf } from '#contract/campaigns/keyword-tags.ts'
import type { ImportMapping, SignalField } from '#contract/identity/imports.ts'
import { signalKinds, type SignalKind } from '#contract/leads/search.ts'
import { signalDays } from '../signals/signal-days.ts'
import { topicPrefix } from '../signals/stems.ts'
import { isSensitive } from '../topics/is-sensitive.ts'
import { topics } from '../topics/topics.ts'
import { Cells } from './read-cells.ts'
import { readKeys, readZip } from './read-person.ts'
import type { CsvRecord } from './read-records.ts'
import type { RowProblem } from './row-problem.ts'

/** A signal as a row describes it. */
export interface ImportedSignal {
  row: number
  hashes: string[]
  text: string
  kind: SignalKind
  at_ms: number
  zip: string | null
  unread: RowProblem[]
}

const day_ms = 86_400_000
/** Other systems' clocks may be ahead of ours. */
const ahead_ms = 3_600_000

const topicOf = new Map(topics.flatMap((topic) => [topic.id, topic.name.toLowerCase()].map((name) => [name, topic])))

/** Converts a record to a signal, or returns the field that is invalid. Problems never contain values. */
export function readSignal(
  record: CsvRecord,
  mapping: ImportMapping,
  row: number,
  now_ms: number,
): ImportedSignal | RowProblem {
  const cells = new Cells(record, mapping, row)
  const { problem } = cells
  const keys = readKeys(cells)
  if ('message' in keys) return keys
  const [field, text] = readText(cells.text('phrase'), cells.text('topic'))
  if (text === null) return problem(field, field === 'topic' ? 'isn’t a known topic' : 'isn’t a valid phrase')
  if (isRefused(text)) return problem(field, 'is sensitive')
  const kind = signalKinds.find((name) => name === (cells.text('signal_kind').toLowerCase() || 'search'))
  if (!kind) return problem('signal_kind', 'isn’t search or page')
  const at_ms = instantOf(cells.text('signal_at'))
  if (Number.isNaN(at_ms)) return problem('signal_at', 'isn’t a valid time')
  if (at_ms > now_ms + ahead_ms) return problem('signal_at', 'is in the future')
  if (at_ms < now_ms - signalDays * day_ms) return problem('signal_at', `is more than ${signalDays} days ago`)
  const zip = cells.optional('zip', readZip)
  return { row, hashes: keys.hashes, text, kind, at_ms, zip, unread: cells.unread }
}

const zoneAtEnd =
  /(?:\b(?:UTC?|GMT)(?:[+-]\d{2}:?\d{2})?|\b[ECMP][SD]T|\dZ|:\d{2}(?:\.\d+)?\s*[+-]\d{2}:?\d{2})(?:\s*\(.*\))?$/i

/** Times without a zone are UTC, so that they don't depend on the server's time zone. */
function instantOf(text: string): number {
  const ways = zoneAtEnd.test(text) ? [text] : [`${text} UTC`, `${text}Z`, text]
  return ways.map((way) => Date.parse(way)).find((at_ms) => !Number.isNaN(at_ms)) ?? Number.NaN
}

/** The phrase or topic as signals store it; null if there is none. */
function readText(phrase: string, topic: string): [field: SignalField, text: string | null] {
  if (phrase !== '') return ['phrase', tagsOf(phrase)[0] ?? null]
  const knownTopic = topicOf.get(topic.toLowerCase())
  return ['topic', knownTopic ? topicPrefix + knownTopic.id : null]
}

const isRefused = (text: string): boolean =>
  text.startsWith(topicPrefix)
    ? topics.some(({ id, isSensitive: isRefusedTopic }) => isRefusedTopic && topicPrefix + id === text)
    : isSensitive(text)
