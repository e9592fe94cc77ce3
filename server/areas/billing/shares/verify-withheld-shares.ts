import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Verifies that withheld shares are neither lost nor billed twice: each line for earlier leads equals one share; an
 * invoice's shares don't exceed its deduction; and no share is left over if its payment failed well before a later
 * invoice of the agency. Returns findings that contain ids only.
 */
export async function verifyWithheldShares(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows: lines } = await tx.query<{ invoice_id: string; line: number }>(
    `select coalesce(l.invoice_id, s.billed_by) as invoice_id, coalesce(l.line, s.billed_line) as line
       from (select * from invoice_line where agency_id = $1 and kind = 'earlier_leads') l
       full join (select * from withheld_share where agency_id = $1 and billed_line is not null) s
         on s.billed_by = l.invoice_id and s.billed_line = l.line
      where l.amount_cents is distinct from s.amount_cents order by 1, 2 limit 100`,
    [agencyId],
  )
  const { rows: over } = await tx.query<{ id: string }>(
    `select s.invoice_id as id from withheld_share s left join invoice i on i.agency_id = $1 and i.id = s.invoice_id
      where s.agency_id = $1 group by s.invoice_id having sum(s.amount_cents) > coalesce(max(i.deduction_cents), 0)
      order by 1 limit 100`,
    [agencyId],
  )
  const { rows: lostShares } = await tx.query<{ id: string }>(
    `select s.charge_id as id from withheld_share s
       join charge c on c.agency_id = $1 and c.id = s.charge_id and c.status in ('due', 'declined', 'settled', 'written_off')
      where s.agency_id = $1 and s.billed_by is null
        and exists (select from invoice i where i.agency_id = $1 and i.issuer = 'root' and i.ends_on is not null
                       and i.issued_at > coalesce(c.moved_at, c.created_at) + interval '1 hour')
      order by 1 limit 100`,
    [agencyId],
  )
  return [
    ...lines.map(({ invoice_id, line }) => `line ${line} of invoice ${invoice_id} is not the share it collects`),
    ...over.map(({ id }) => `invoice ${id} left out more than its deduction`),
    ...lostShares.map(({ id }) => `the agency's share of charge ${id} was left out and never charged`),
  ]
}
