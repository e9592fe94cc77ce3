import type { InvoiceLine } from '#contract/billing/invoices.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { numberOf, type Numbered } from '../invoices/invoice-number.ts'

interface SourceRow extends Numbered {
  line: number
  from_id: string
  amount_e4: number
  leads: number
}

/** The earlier invoices behind an invoice's earlier-balance lines, by line. */
export async function readSources(
  tx: Tx,
  agencyId: string,
  invoiceId: string,
): Promise<Map<number, InvoiceLine['sources']>> {
  const { rows } = await tx.query<SourceRow>(
    `select b.line, b.from_id, i.issuer, i.year, i.number, sum(b.amount_e4)::bigint as amount_e4,
            count(b.credit_id)::integer as leads
       from earlier_balance_source b join invoice i on i.agency_id = $1 and i.id = b.from_id
      where b.agency_id = $1 and b.invoice_id = $2
      group by b.line, b.from_id, i.issuer, i.year, i.number order by b.line, i.year, i.number`,
    [agencyId, invoiceId],
  )
  const byLine = new Map<number, InvoiceLine['sources']>()
  for (const { line, from_id, amount_e4, leads, ...numberParts } of rows)
    byLine.set(line, [
      ...(byLine.get(line) ?? []),
      { invoice_id: from_id, number: numberOf(numberParts), amount: dollarsFromE4(amount_e4), leads },
    ])
  return byLine
}

/** The reversed credits that a line bills again, with amounts. */
export async function readCreditsOfLine(
  tx: Tx,
  agencyId: string,
  { invoiceId, line }: { invoiceId: string; line: number },
): Promise<{ credit_id: string; amount_e4: number }[]> {
  const { rows } = await tx.query<{ credit_id: string; amount_e4: number }>(
    `select credit_id, sum(amount_e4)::bigint as amount_e4 from earlier_balance_source
      where agency_id = $1 and invoice_id = $2 and line = $3 and credit_id is not null group by credit_id`,
    [agencyId, invoiceId, line],
  )
  return rows
}

export interface RebilledCredit {
  credit_id: string
  invoice_id: string
  line: number
  amount_e4: number
}

/** The lines that bill reversed credits again, in one leg. */
export async function readRebilledCredits(
  tx: Tx,
  agencyId: string,
  creditIds: readonly string[],
  leg: 'retail' | 'wholesale',
): Promise<RebilledCredit[]> {
  if (creditIds.length === 0) return []
  const { rows } = await tx.query<RebilledCredit>(
    `select credit_id, invoice_id, line, sum(amount_e4)::bigint as amount_e4 from earlier_balance_source
      where agency_id = $1 and credit_id = any($2::uuid[]) and (client_id is not null) = $3
      group by credit_id, invoice_id, line`,
    [agencyId, creditIds, leg === 'retail'],
  )
  return rows
}
