import type { Tx } from '#server/platform/database/tx.ts'

/** Since when records of a company's domain that had been right are not; for its inbox. */
export async function readBrokenSince(tx: Tx, companyId: string): Promise<Date | null> {
  const { rows } = await tx.query<{ broken_since: Date | null }>(
    'select broken_since from mail_domain where agency_id = $1',
    [companyId],
  )
  return rows[0]?.broken_since ?? null
}
