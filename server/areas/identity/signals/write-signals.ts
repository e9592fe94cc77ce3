import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { SignalKind } from '#contract/leads/search.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { uuidFrom } from '#server/platform/ids.ts'
import { stemsOf } from './stems.ts'

/** A person's interest in a phrase (as tags) or a topic. */
export interface NewSignal {
  personId: number
  text: string
  kind: SignalKind
  at_ms: number
  zip: string | null
}

/** Inserts signals and new phrases; existing ones are left unchanged. Returns the number of new signals. */
export async function writeSignals(client: ClientBase, signals: readonly NewSignal[]): Promise<number> {
  if (signals.length === 0) return 0
  const phraseIds = await readPhraseIds(client, [...new Set(signals.map(({ text }) => text))].sort())
  const { rowCount } = await client.query(
    `insert into signal (id, at, person_id, phrase_id, kind, zip)
     select id, to_timestamp(at_ms / 1000), person_id, phrase_id, kind, zip
       from unnest($1::uuid[], $2::float8[], $3::bigint[], $4::int[], $5::text[], $6::text[])
            as fresh (id, at_ms, person_id, phrase_id, kind, zip)
     on conflict do nothing`,
    [
      plainArray(signals.map(idOfSignal)),
      plainArray(signals.map(({ at_ms }) => at_ms)),
      plainArray(signals.map(({ personId }) => personId)),
      plainArray(signals.map(({ text }) => phraseIds.get(text)!)),
      plainArray(signals.map(({ kind }) => kind)),
      signals.map(({ zip }) => zip),
    ],
  )
  return rowCount ?? 0
}

/** The id is derived from the content, so that the same signal always has the same id. */
export function idOfSignal({ personId, text, kind, at_ms }: NewSignal): string {
  return uuidFrom(at_ms, createHash('sha256').update(`${personId} ${kind} ${text}`).digest().subarray(0, 10))
}

async function readPhraseIds(client: ClientBase, texts: readonly string[]): Promise<Map<string, number>> {
  const ids = await findPhraseIds(client, texts)
  const fresh = texts.filter((text) => !ids.has(text))
  if (fresh.length === 0) return ids
  await client.query(
    `insert into signal_phrase (text, stems)
     select text, string_to_array(stems, ' ') from unnest($1::text[], $2::text[]) as fresh (text, stems)
     on conflict (text) do nothing`,
    [fresh, fresh.map((text) => stemsOf(text).join(' '))],
  )
  return findPhraseIds(client, texts)
}

async function findPhraseIds(client: ClientBase, texts: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ text: string; id: number }>(
    'select text, id from signal_phrase where text = any($1::text[])',
    [texts],
  )
  return new Map(rows.map(({ text, id }) => [text, id]))
}
