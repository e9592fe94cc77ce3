import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Verifies that each accepted return has one credit with its lead's prices, and no other return has any. The credits'
 * transfers are verified with the leads. Returns the problems, in words that contain ids only.
 */
export async function verifyReturns(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select coalesce(r.id, k.return_id) as id
       from (select * from lead_return where agency_id = $1) r
       full join (
         select return_id, lead_id, retail_e4, wholesale_e4, wholesale_refunded or wholesale_held as is_left_out from lead_credit
          where agency_id = $1 and return_id is not null and reversed_at is null) k on k.return_id = r.id
       left join lead on lead.agency_id = $1 and lead.id = r.lead_id
      where case
        when r.id is null then true
        when r.state <> 'accepted' then k.return_id is not null
        else k.return_id is null or k.lead_id <> r.lead_id or k.retail_e4 <> lead.retail_price_e4
          or k.wholesale_e4 <> case when k.is_left_out then 0 else lead.wholesale_price_e4 end end
      order by 1 limit 100`,
    [agencyId],
  )
  return rows.map(({ id }) => `return ${id} and its credit do not match`)
}
