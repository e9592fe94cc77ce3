import type { Tx } from '#server/platform/database/tx.ts'

/** The sender of an agency's mail. */
export interface Sender {
  name: string
  address: string
  brandColor: string
}

const selectSenders = `
  select distinct on (agency.id) agency.id, brand.name, brand.mail_from, brand.brand_color
  from unnest($2::uuid[]) as agency (id)
  join brand on brand.company_id in (agency.id, $1)
  order by agency.id, (brand.company_id = agency.id) desc`

/** The senders of these agencies' mail: their own brand, or the root's while they have none (R157). */
export async function readSenders(
  tx: Tx,
  rootId: string,
  agencyIds: readonly string[],
): Promise<ReadonlyMap<string, Sender>> {
  const { rows } = await tx.query<{ id: string; name: string; mail_from: string; brand_color: string }>(selectSenders, [
    rootId,
    agencyIds,
  ])
  return new Map(rows.map((row) => [row.id, { name: row.name, address: row.mail_from, brandColor: row.brand_color }]))
}
