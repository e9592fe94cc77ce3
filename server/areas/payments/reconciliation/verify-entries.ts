import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Verifies that the gateway's fees on an agency's own account are booked as its entries say. Returns the problems, in
 * words that contain ids only.
 */
export async function verifyGatewayEntries(tx: Tx, book: Book): Promise<string[]> {
  const { rows: entries } = await tx.query<{ id: string; fee_cents: number }>(
    'select id, fee_cents from gateway_entry where agency_id = $1 and is_fee_booked',
    [book.agencyId],
  )
  const { rows: bookings } = await tx.query<{ reference_id: string; e4: number }>(
    `select reference_id, sum(case kind when 'gateway_fee' then amount_e4 else -amount_e4 end)::bigint as e4
       from ledger_transfer where agency_id = $1 and reference_kind = 'gateway_entry' group by reference_id`,
    [book.agencyId],
  )
  const sums = new Map(bookings.map(({ reference_id, e4 }) => [reference_id, e4]))
  return entries
    .filter(({ id, fee_cents }) => sums.get(id) !== fee_cents * 100)
    .map(({ id }) => `the fee of gateway entry ${id} and its transfer do not match`)
}
