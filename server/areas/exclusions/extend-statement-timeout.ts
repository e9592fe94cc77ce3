import type { Tx } from '#server/platform/database/tx.ts'

/**
 * A list of 300,000 addresses has 900,000 rows, which take half a minute or more to copy, purge or restore. It runs in one
 * transaction, since a list must never take effect partially.
 */
const longest_ms = 300_000

/** Raises the statement timeout for the rest of this transaction. */
export const extendStatementTimeout = (tx: Tx): Promise<unknown> =>
  tx.query(`set local statement_timeout = ${longest_ms}`)
