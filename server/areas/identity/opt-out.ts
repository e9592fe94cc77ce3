import type { ClientBase, Pool } from 'pg'
import { binaryHexes } from '#server/platform/database/binary-arrays.ts'

/** Records hashes (hex) whose people must never become leads again. In effect for everything decided from now on; repeatable. */
export const recordOptOut = (
  db: Pool | ClientBase,
  hashes: readonly string[],
  at: Date,
  reason: 'asked' | 'minor' = 'asked',
): Promise<unknown> =>
  db.query(
    `insert into opt_out (hash, reason, created_at)
     select hash, $3, $2 from unnest($1::bytea[]) as given (hash) order by hash on conflict do nothing`,
    [binaryHexes(hashes), at, reason],
  )
