import type { Tx } from '#server/platform/database/tx.ts'
import type { ChargeRow } from './charge-states.ts'
import { numberOf, type Numbered } from './invoices/invoice-number.ts'

/** What identifies a charge to users: its invoice number, if any, and the card last charged. */
export async function describeCharge(
  tx: Tx,
  { agency_id, id }: Pick<ChargeRow, 'agency_id' | 'id'>,
): Promise<{ invoice: string | null; paidWith: string }> {
  const { rows } = await tx.query<(Numbered | { issuer: null }) & { paid_with: string }>(
    `select c.paid_with, i.issuer, i.year, i.number from charge c
       left join invoice i on i.agency_id = c.agency_id and i.id = c.id
      where c.agency_id = $1 and c.id = $2`,
    [agency_id, id],
  )
  const row = rows[0]!
  return { invoice: row.issuer === null ? null : numberOf(row), paidWith: row.paid_with }
}
