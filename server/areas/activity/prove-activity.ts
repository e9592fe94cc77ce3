import type { Pool } from 'pg'
import { inScope } from '#server/platform/database/scope.ts'

const longest_ms = 10 * 60_000

export interface ProvedActivity {
  books: number
  entries: number
  /** In words; empty where every chain is whole. */
  problems: string[]
}

/**
 * Walks every chain of the log from its first entry to its head: each entry's hash is made anew from what it holds and
 * the hash before it, the numbers leave no gap, and the last entry is the one that the head names.
 */
export async function proveActivity(appPool: Pool): Promise<ProvedActivity> {
  const { rows: roots } = await appPool.query<{ root_id: string }>(
    'select distinct root_id from activity_head order by root_id',
  )
  const sum: ProvedActivity = { books: 0, entries: 0, problems: [] }
  for (const { root_id } of roots) {
    const { rows } = await inScope(
      appPool,
      { kind: 'root', rootId: root_id },
      (tx) =>
        tx.query<{ book_id: string; entries: number; first_wrong: string | null; is_whole: boolean }>(walkText, [
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

const walkText = `
  with walked as (
    select book_id, seq, hash, hash = activity_digest(a, coalesce(lag(hash) over book, '')) as is_right,
      seq = coalesce(lag(seq) over book, 0) + 1 as follows
    from activity a
    window book as (partition by book_id order by seq)
  )
  select head.book_id, count(walked.seq)::int as entries,
    min(walked.seq) filter (where not (is_right and follows)) as first_wrong,
    coalesce(bool_or(walked.seq = head.seq and walked.hash = head.hash), false) and count(walked.seq) = head.seq as is_whole
  from activity_head head left join walked using (book_id)
  where head.root_id = $1
  group by head.book_id, head.seq
  order by head.book_id`
