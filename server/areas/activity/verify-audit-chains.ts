import type { Pool } from 'pg'
import { inScope } from '#server/platform/database/scope.ts'

const longest_ms = 10 * 60_000

export interface VerifiedAuditChain {
  books: number
  entries: number
  /** Descriptions of errors; empty if every chain is intact. */
  problems: string[]
}

/**
 * Verifies every chain of the log from its first entry to its head: each hash is recomputed from the entry and the
 * previous hash, numbers have no gaps except where an anchor replaces old entries, and the head names the last entry.
 */
export async function verifyAuditChains(appPool: Pool): Promise<VerifiedAuditChain> {
  const { rows: roots } = await appPool.query<{ root_id: string }>(
    'select distinct root_id from activity_head order by root_id',
  )
  const sum: VerifiedAuditChain = { books: 0, entries: 0, problems: [] }
  for (const { root_id } of roots) {
    const { rows } = await inScope(
      appPool,
      { kind: 'root', rootId: root_id },
      (tx) =>
        tx.query<{ book_id: string; entries: number; first_wrong: number | null; is_whole: boolean }>(walkText, [
          root_id,
        ]),
      { readOnly: true, statementTimeout_ms: longest_ms },
    )
    for (const row of rows) {
      sum.books += 1
      sum.entries += row.entries
      if (row.first_wrong !== null)
        sum.problems.push(`log ${row.book_id}: entry ${row.first_wrong} was changed, or one before it is missing`)
      else if (!row.is_whole) sum.problems.push(`log ${row.book_id}: its last entries are missing`)
    }
  }
  return sum
}

/** A deleted run of entries counts as one link: the next entry must cover the hash that the anchor keeps. */
const walkText = `
  with link as (
    select book_id, seq as first_seq, seq as last_seq, hash, a as entry, false as is_anchor from activity a where root_id = $1
    union all
    select book_id, first_seq, last_seq, hash, null, true from activity_anchor where root_id = $1),
  walked as (
    select book_id, first_seq, last_seq, hash, is_anchor,
      is_anchor or hash = activity_digest(entry, coalesce(lag(hash) over book, '')) as is_right,
      first_seq = coalesce(lag(last_seq) over book, 0) + 1 as follows
    from link
    window book as (partition by book_id order by first_seq)
  )
  select head.book_id, (count(walked.first_seq) filter (where not is_anchor))::int as entries,
    min(walked.first_seq) filter (where not (is_right and follows)) as first_wrong,
    coalesce(bool_or(walked.last_seq = head.seq and walked.hash = head.hash), false)
      and coalesce(sum(walked.last_seq - walked.first_seq + 1), 0) = head.seq as is_whole
  from activity_head head left join walked using (book_id)
  where head.root_id = $1
  group by head.book_id, head.seq
  order by head.book_id`
