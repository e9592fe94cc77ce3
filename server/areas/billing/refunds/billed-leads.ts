import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { billLine } from '../balances/keep-sources.ts'

// A bill that ends manual billing asks for leads that are on no invoice yet (decision 184). It names none: a lead is on the first
// bill since it was booked, if that was before its invoice.

interface Bill {
  id: string
  created_at: Date
}

/** An agency's manual bills, oldest first. */
async function readBills(tx: Tx, agencyId: string): Promise<Bill[]> {
  const { rows } = await tx.query<Bill>(
    `select id, created_at from charge where agency_id = $1 and kind = 'manual_bill' order by created_at, id`,
    [agencyId],
  )
  return rows
}

interface BilledLead {
  leadId: string
  leg: 'wholesale'
  invoiceId: string
  line: number
}

/** The manual bills that asked for leads before their invoices, as lines of theirs. */
export async function readBillLines(tx: Tx, agencyId: string, leadIds: readonly string[]): Promise<BilledLead[]> {
  const bills = await readBills(tx, agencyId)
  if (bills.length === 0) return []
  const { rows: costs } = await tx.query<{ leadId: string; booked_at: Date; invoice_id: string | null }>(
    `select t.reference_id as "leadId", t.created_at as booked_at, i.invoice_id
       from ledger_transfer t left join invoice_transfer i on i.agency_id = $1 and i.transfer_id = t.id
      where t.agency_id = $1 and t.reference_id = any($2::uuid[]) and t.kind = 'lead_wholesale'`,
    [agencyId, plainArray([...leadIds])],
  )
  // Invoices are on another node of a cluster than leads.
  const { rows: invoices } = await tx.query<{ id: string; issued_at: Date }>(
    'select id, issued_at from invoice where agency_id = $1 and id = any($2::uuid[])',
    [agencyId, plainArray([...new Set(costs.flatMap(({ invoice_id }) => invoice_id ?? []))])],
  )
  const issued = new Map(invoices.map(({ id, issued_at }) => [id, issued_at]))
  return costs.flatMap(({ leadId, booked_at, invoice_id }): BilledLead[] => {
    const issuedAt = invoice_id === null ? undefined : issued.get(invoice_id)
    const bill = bills.find(({ created_at }) => created_at >= booked_at && !(issuedAt && created_at >= issuedAt))
    return bill ? [{ leadId, leg: 'wholesale', invoiceId: bill.id, line: billLine }] : []
  })
}

/** Credits since a manual bill for leads that it asked for before their invoice, in 1/10,000 dollar. 0 for any other charge. */
export async function sumCreditedOfBill(tx: Tx, agencyId: string, chargeId: string): Promise<number> {
  const bills = await readBills(tx, agencyId)
  const at = bills.findIndex(({ id }) => id === chargeId)
  if (at < 0) return 0
  const { created_at } = bills[at]!
  const { rows: before } = await tx.query<{ id: string }>(
    `select id from invoice where agency_id = $1 and client_id is null and issued_at > $2 and issued_at <= $3`,
    [agencyId, bills[at - 1]?.created_at ?? '-infinity', created_at],
  )
  const { rows } = await tx.query<{ e4: number }>(
    `select coalesce(sum(k.wholesale_e4), 0)::bigint as e4
       from lead_credit k
       join ledger_transfer t on t.agency_id = $1 and t.reference_id = k.lead_id and t.kind = 'lead_wholesale'
        and t.created_at > $2 and t.created_at <= $3
       left join invoice_transfer i on i.agency_id = $1 and i.transfer_id = t.id
      where k.agency_id = $1 and k.reversed_at is null and k.credited_at >= $3
        and not coalesce(i.invoice_id = any($4::uuid[]), false)`,
    [agencyId, bills[at - 1]?.created_at ?? '-infinity', created_at, before.map(({ id }) => id)],
  )
  return rows[0]!.e4
}

/**
 * The prices within an invoice's credits, in 1/10,000 dollar by line, of leads that a manual bill had asked for before. Refunds of the
 * bill leave those out. Empty for a client's invoice.
 */
export async function readCreditedOnBills(tx: Tx, agencyId: string, invoiceId: string): Promise<Map<number, number>> {
  const { rows: bills } = await tx.query<{ until: Date | null }>(
    `select max(c.created_at) as until from invoice i
       join charge c on c.agency_id = $1 and c.kind = 'manual_bill' and c.created_at < i.issued_at
      where i.agency_id = $1 and i.id = $2 and i.client_id is null`,
    [agencyId, invoiceId],
  )
  const until = bills[0]?.until ?? null
  if (until === null) return new Map()
  const { rows } = await tx.query<{ line: number; e4: number }>(
    `select i.line, sum(k.wholesale_e4)::bigint as e4
       from invoice_transfer i
       join ledger_transfer t on t.agency_id = $1 and t.id = i.transfer_id and t.kind = 'lead_wholesale' and t.created_at <= $3
       join lead_credit k on k.agency_id = $1 and k.lead_id = t.reference_id and k.reversed_at is null
      where i.agency_id = $1 and i.invoice_id = $2 group by i.line`,
    [agencyId, invoiceId, until],
  )
  return new Map(rows.map(({ line, e4 }) => [line, e4]))
}
