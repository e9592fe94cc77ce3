import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { BalanceSource } from './attribute-balance.ts'

/** A line for an earlier balance, with its sources. */
export interface SourcedLine {
  line: number
  sources: readonly BalanceSource[]
}

/** The line of the sources of a bill that ends manual billing, which has none. */
export const billLine = 0

interface OfInvoice {
  rootId: string
  agencyId: string
  clientId: string | null
  invoiceId: string
}

/** Stores the sources of a line after its invoice is issued. */
export async function storeSources(tx: Tx, of: OfInvoice, { line, sources }: SourcedLine): Promise<void> {
  if (sources.length === 0) return
  await tx.query(
    `insert into earlier_balance_source (agency_id, invoice_id, line, place, root_id, client_id, from_id, credit_id, amount_e4)
     select $1, $2, $3, s.place, $4, $5, s.from_id, s.credit_id, s.amount_e4
       from unnest($6::uuid[], $7::uuid[], $8::bigint[]) with ordinality as s (from_id, credit_id, amount_e4, place)
     returning 1`,
    [
      of.agencyId,
      of.invoiceId,
      line,
      of.rootId,
      of.clientId,
      plainArray(sources.map(({ fromId }) => fromId)),
      sources.map(({ creditId }) => creditId),
      plainArray(sources.map(({ amount_e4 }) => amount_e4)),
    ],
  )
}
