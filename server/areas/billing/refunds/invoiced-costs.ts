import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { costKinds } from '../share-of.ts'

/** What the leads, lists and fees on a client's invoice cost the agency, by the agency's own invoice that bills it. */
export interface InvoicedCost {
  chargeId: string
  /** Null for what is on none yet. */
  ownInvoiceId: string | null
  issuedAt: Date | null
  e4: number
  /** The part that credits of the leads returned. */
  credited_e4: number
}

/** The costs of clients' invoices, by the agency's own invoices that bill them. */
export async function readInvoicedCosts(
  tx: Tx,
  agencyId: string,
  chargeIds: readonly string[],
): Promise<InvoicedCost[]> {
  const { rows: costs } = await tx.query<Omit<InvoicedCost, 'issuedAt'>>(
    `select sale.invoice_id as "chargeId", own.invoice_id as "ownInvoiceId", sum(cost.amount_e4)::bigint as e4,
            coalesce(sum(k.wholesale_e4), 0)::bigint as credited_e4
       from allocation sale
       join ledger_transfer cost on cost.agency_id = $1 and cost.reference_id = sale.item_id and cost.kind in ${costKinds}
       left join allocation own on own.agency_id = $1 and own.transfer_id = cost.id
       left join lead_credit k on k.agency_id = $1 and k.lead_id = sale.item_id and k.reversed_at is null
      where sale.agency_id = $1 and sale.invoice_id = any($2::uuid[]) group by 1, 2`,
    [agencyId, plainArray([...chargeIds])],
  )
  // Invoices are on another node of a cluster than leads.
  const { rows: invoices } = await tx.query<{ id: string; issued_at: Date }>(
    'select id, issued_at from invoice where agency_id = $1 and id = any($2::uuid[])',
    [agencyId, plainArray([...new Set(costs.flatMap(({ ownInvoiceId }) => ownInvoiceId ?? []))])],
  )
  const issueTimes = new Map(invoices.map(({ id, issued_at }) => [id, issued_at]))
  return costs.map((cost) => ({
    ...cost,
    issuedAt: cost.ownInvoiceId === null ? null : (issueTimes.get(cost.ownInvoiceId) ?? null),
  }))
}
