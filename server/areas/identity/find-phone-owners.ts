import type { Pool } from 'pg'

/**
 * The owners of phone numbers (E.164). A number that several people share is ambiguous and left out, like unknown
 * ones.
 */
export async function findPhoneOwners(identityPool: Pool, phones: readonly string[]): Promise<Map<string, number>> {
  if (phones.length === 0) return new Map()
  const { rows } = await identityPool.query<{ phone: string; id: number }>(
    `select phone_e164 as phone, min(id) as id from person where phone_e164 = any($1::text[])
      group by phone_e164 having count(*) = 1`,
    [phones],
  )
  return new Map(rows.map(({ phone, id }) => [phone, id]))
}
