import type { Tx } from '#server/platform/database/tx.ts'

/**
 * A list of 300,000 addresses is 900,000 rows, which take half a minute to be copied, purged or restored, and more beside other
 * work: in one transaction, since a list is never in force by half.
 */
const longest_ms = 300_000

/** Lets the statements of this transaction that are still to come take longer than those that people usually wait for. */
export const takeTime = (tx: Tx): Promise<unknown> => tx.query(`set local statement_timeout = ${longest_ms}`)
