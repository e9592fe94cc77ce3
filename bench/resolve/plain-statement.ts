import type { Pool } from 'pg'

const personsOfHashes = 'join person_key k on k.hash = h.hashes[1] join person p on p.id = k.person_id'
const personsOfSearches = 'join person p on p.id = h.person_id'

/**
 * The floor: one plain statement per agency that writes the same leads into a table of the same shape and indexes, as
 * the superuser, who bypasses row-level security. No decision, no money, no visit, no delivery.
 */
export async function runPlainStatement(
  adminPool: Pool,
  agencyIds: readonly string[],
  lanes: number,
  isOfVisits = true,
): Promise<{ visits: number; leads: number; seconds: number }> {
  await adminPool.query('create table if not exists plain_lead (like lead including all)')
  const waiting = [...agencyIds]
  let leads = 0
  const began = performance.now()
  const lane = async (): Promise<void> => {
    for (let id = waiting.shift(); id; id = waiting.shift()) {
      const { rowCount } = await adminPool.query(
        `insert into plain_lead (agency_id, id, root_id, client_id, campaign_id, visit_id, person_id, created_at, match_key,
                confidence, first_name, last_name, email, phone_e164, street, city, state, zip, page_url,
                wholesale_price_e4, retail_price_e4)
         select h.agency_id, uuidv7(), h.root_id, h.client_id, h.campaign_id, h.id, p.id, h.received_at, 'sha256',
                0.98, p.first_name, p.last_name, p.email, p.phone_e164, p.street, p.city, p.state, p.zip, h.page_url,
                5000, 12500
           from hit h ${isOfVisits ? personsOfHashes : personsOfSearches}
          where h.agency_id = $1`,
        [id],
      )
      leads += rowCount ?? 0
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const seconds = (performance.now() - began) / 1000
  const { rows } = await adminPool.query<{ n: number }>(
    'select count(*)::int as n from hit where agency_id = any($1)',
    [agencyIds],
  )
  return { visits: rows[0]!.n, leads, seconds }
}
