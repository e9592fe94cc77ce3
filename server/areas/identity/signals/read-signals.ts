import type { Pool } from 'pg'
import type { SignalKind } from '#contract/leads/search.ts'

/** A watermark: all signals up to this transaction and id have been read. */
export interface SignalWatermark {
  tx: number
  id: string
}

export interface Signal extends SignalWatermark {
  at_ms: number
  personId: number
  phraseId: number
  kind: SignalKind
  zip: string | null
}

/**
 * The next signals after the watermark, in transaction order. Only transactions older than every running one are read,
 * because another row of a running one could still appear before them.
 */
export async function readNewSignals(identityPool: Pool, mark: SignalWatermark, most: number): Promise<Signal[]> {
  const { rows } = await identityPool.query<Signal>(
    `select id, tx, date_part('epoch', at) * 1000 as "at_ms", person_id as "personId", phrase_id as "phraseId", kind, zip
       from signal
      where (tx, id) > ($1::bigint, $2::uuid) and tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      order by tx, id
      limit $3`,
    [mark.tx, mark.id, most],
  )
  return rows
}

/** Whether any signal comes after the watermark, even one that can't be read yet. */
export async function hasPendingSignals(identityPool: Pool, mark: SignalWatermark): Promise<boolean> {
  const { rows } = await identityPool.query<{ waits: boolean }>(
    'select exists (select from signal where (tx, id) > ($1::bigint, $2::uuid)) as waits',
    [mark.tx, mark.id],
  )
  return rows[0]?.waits === true
}

export interface SignalPhrase {
  id: number
  text: string
  stems: string[]
}

/** The texts and stems of these phrases, by id. */
export async function readPhrases(identityPool: Pool, ids: readonly number[]): Promise<SignalPhrase[]> {
  const { rows } = await identityPool.query<SignalPhrase>(
    'select id, text, stems from signal_phrase where id = any($1::int[])',
    [ids],
  )
  return rows
}
