import type { Tx } from '#server/platform/database/tx.ts'

/** The operator's zone, in whose calendar rates begin. */
export async function rootZone(tx: Tx, rootId: string): Promise<string> {
  const { rows } = await tx.query<{ zone: string }>('select time_zone as zone from company where id = $1', [rootId])
  return rows[0]!.zone
}

/** A person's rate for money received on a date, in basis points; 0 before the first rate. */
export async function readRateOn(tx: Tx, rootId: string, userId: string, date: string): Promise<number> {
  const { rows } = await tx.query<{ rate_bp: number }>(
    `select rate_bp from commission_rate where root_id = $1 and user_id = $2 and valid_from <= $3
      order by valid_from desc, set_at desc, id desc limit 1`,
    [rootId, userId, date],
  )
  return rows[0]?.rate_bp ?? 0
}

export interface DatedRate {
  valid_from: string
  rate_bp: number
}

/** A person's rates, the latest for each start date, newest first. */
export async function readRates(tx: Tx, rootId: string, userId: string): Promise<DatedRate[]> {
  const { rows } = await tx.query<DatedRate>(
    `select distinct on (valid_from) valid_from::text, rate_bp from commission_rate where root_id = $1 and user_id = $2
      order by valid_from desc, set_at desc, id desc limit 100`,
    [rootId, userId],
  )
  return rows
}
