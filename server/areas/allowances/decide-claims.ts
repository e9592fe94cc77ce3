import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** A claim that waits for the operator. */
export interface OpenClaim {
  id: string
  source: 'return' | 'exclusion' | 'refund'
  causeId: string
  creditId: string | null
  amount_e4: number
}

interface Decision {
  agencyId: string
  /** The operator's user. */
  by: string
  at_ms: number
}

/**
 * Marks waiting claims as accepted, with the amounts that the caller gives back in the same transaction. Those of which nothing is left,
 * because it came back in another way meanwhile, are withdrawn. Returns false if none of them waits any more.
 */
export async function acceptClaims(
  tx: Tx,
  { agencyId, by, at_ms }: Decision,
  claims: readonly Pick<OpenClaim, 'id' | 'amount_e4'>[],
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update share_claim c set state = case when given.e4 > 0 then 'accepted' else 'withdrawn' end,
            amount_e4 = case when given.e4 > 0 then given.e4 else c.amount_e4 end,
            decided_at = case when given.e4 > 0 then $4::timestamptz end, decided_by = case when given.e4 > 0 then $5::uuid end
       from unnest($2::uuid[], $3::bigint[]) as given (id, e4)
      where c.agency_id = $1 and c.id = given.id and c.state = 'waiting'`,
    [
      agencyId,
      plainArray(claims.map(({ id }) => id)),
      plainArray(claims.map(({ amount_e4 }) => amount_e4)),
      dateOf(at_ms),
      by,
    ],
  )
  return rowCount !== 0
}

/** Nothing moves: the agency keeps what it gave its client, and the operator its share. */
export async function declineClaims(
  tx: Tx,
  { agencyId, by, at_ms }: Decision,
  claims: readonly Pick<OpenClaim, 'id'>[],
): Promise<void> {
  await tx.query(
    `update share_claim set state = 'declined', decided_at = $3, decided_by = $4
      where agency_id = $1 and id = any($2::uuid[]) and state = 'waiting'`,
    [agencyId, plainArray(claims.map(({ id }) => id)), dateOf(at_ms), by],
  )
}
