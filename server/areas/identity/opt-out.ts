import type { Pool } from 'pg'
import { binaryHexes } from '#server/platform/database/binary-arrays.ts'

/** Records hashes (hex) whose people must never become leads again. In effect for everything decided from now on; repeatable. */
export const recordOptOut = (identityPool: Pool, hashes: readonly string[], at: Date): Promise<unknown> =>
  identityPool.query(
    `insert into opt_out (hash, reason, created_at)
     select hash, 'asked', $2 from unnest($1::bytea[]) as given (hash) order by hash on conflict do nothing`,
    [binaryHexes(hashes), at],
  )
