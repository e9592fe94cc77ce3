import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Verifies that purchased lists and the ledger agree: each list has the two transfers for its people and prices, and
 * each such transfer has its list. Returns the discrepancies, which name only ids.
 */
export async function verifyEnrichments(tx: Tx, book: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select coalesce(e.id, paid.reference_id) as id
       from (select id, people * coalesce(retail_price_e4, 0) as retail_e4, people * coalesce(wholesale_price_e4, 0) as wholesale_e4
               from enrichment where agency_id = $1) e
       full join (
         select reference_id, count(*) as transfers,
                sum(amount_e4) filter (where kind = 'enrichment_retail') as retail_e4,
                sum(amount_e4) filter (where kind = 'enrichment_wholesale') as wholesale_e4
           from ledger_transfer where agency_id = $1 and reference_kind = 'enrichment' group by reference_id
       ) paid on paid.reference_id = e.id
      where e.id is null or e.retail_e4 <> coalesce(paid.retail_e4, 0) or e.wholesale_e4 <> coalesce(paid.wholesale_e4, 0)
         or coalesce(paid.transfers, 0) <> (e.retail_e4 > 0)::int + (e.wholesale_e4 > 0)::int
      order by 1 limit 100`,
    [book.agencyId],
  )
  return rows.map(({ id }) => `enrichment ${id} and its transfers do not match`)
}
