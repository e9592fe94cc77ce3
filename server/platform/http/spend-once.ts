import { createHash } from 'node:crypto'
import { dateOf } from '../clock.ts'
import type { Tx } from '../database/tx.ts'

/**
 * Whether a signed message is new, within the transaction of what it changes; kept for longer than signatures are valid.
 * `sender` tells apart senders that choose the same ids.
 */
export async function spendOnce(tx: Tx, sender: string, id: string, now_ms: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    'insert into opened_seal (jti, opened_at) values ($1, $2) on conflict do nothing',
    [createHash('sha256').update(`${sender} ${id}`).digest('base64url'), dateOf(now_ms)],
  )
  return rowCount === 1
}
