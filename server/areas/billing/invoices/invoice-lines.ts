import type { InvoiceLine } from '#contract/billing/invoices.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import { dollarsFromCents, dollarsFromE4 } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** An issued invoice line. */
export interface LineRow {
  line: number
  kind: InvoiceLine['kind']
  campaign_name: string
  client_name: string
  module: Module | null
  first_day: string | null
  last_day: string | null
  quantity: number
  unit_price_e4: number
  amount_cents: number
  tax_name: string
  tax_place: string
  tax_rate_e3: number | null
  tax_cents: number
}

export async function readLines(tx: Tx, agencyId: string, invoiceId: string): Promise<LineRow[]> {
  const { rows } = await tx.query<LineRow>(
    `select line, kind, campaign_name, client_name, module, from_on::text as first_day, (until_on - 1)::text as last_day,
       quantity, unit_price_e4, amount_cents, tax_name, tax_place, tax_rate_e3, tax_cents
       from invoice_line where agency_id = $1 and invoice_id = $2 order by line`,
    [agencyId, invoiceId],
  )
  return rows
}

export const presentLine = (row: LineRow, sources: InvoiceLine['sources'] = []): InvoiceLine => ({
  line: row.line,
  kind: row.kind,
  campaign: row.campaign_name,
  client: row.client_name,
  module: row.module,
  first_day: row.first_day,
  last_day: row.last_day,
  quantity: row.quantity,
  unit_price: dollarsFromE4(row.unit_price_e4),
  amount: dollarsFromCents(row.amount_cents),
  tax: dollarsFromCents(row.tax_cents),
  tax_percent: row.tax_rate_e3 === null ? null : row.tax_rate_e3 / 1_000,
  tax_name: row.tax_name,
  tax_place: row.tax_place,
  sources,
})
