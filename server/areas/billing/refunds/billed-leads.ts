import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { billLine } from '../balances/store-sources.ts'
import { readPaidCosts } from './paid-costs.ts'

// A bill that ends manual billing asks for leads that are on no invoice yet (decision 184). It names none: a lead is on the first
// bill since it was booked, if that was before its invoice and nobody had paid for the lead by then (decision 207).

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
    `select t.reference_id as "leadId", t.created_at as booked_at, a.invoice_id
       from ledger_transfer t left join allocation a on a.agency_id = $1 and a.transfer_id = t.id
      where t.agency_id = $1 and t.reference_id = any($2::uuid[]) and t.kind = 'lead_wholesale'`,
    [agencyId, plainArray([...leadIds])],
  )
  // Invoices are on another node of a cluster than leads.
  const { rows: invoices } = await tx.query<{ id: string; issued_at: Date }>(
    'select id, issued_at from invoice where agency_id = $1 and id = any($2::uuid[])',
    [agencyId, plainArray([...new Set(costs.flatMap(({ invoice_id }) => invoice_id ?? []))])],
  )
  const issueTimes = new Map(invoices.map(({ id, issued_at }) => [id, issued_at]))
  const candidates = costs.flatMap(({ leadId, booked_at: bookedAt, invoice_id }) => {
    const issuedAt = invoice_id === null ? undefined : issueTimes.get(invoice_id)
    const able = bills.filter(({ created_at }) => created_at >= bookedAt && !(issuedAt && created_at >= issuedAt))
    return able.length > 0 ? [{ leadId, bookedAt, able }] : []
  })
  const isPaid = await readPaidCosts(tx, agencyId, candidates)
  return candidates.flatMap(({ leadId, able }): BilledLead[] => {
    const bill = able.find(({ created_at }) => !isPaid(leadId, created_at))
    return bill ? [{ leadId, leg: 'wholesale', invoiceId: bill.id, line: billLine }] : []
  })
}

/** Credits since a manual bill for leads that it asked for before their invoice, in 1/10,000 dollar. 0 for any other charge. */
export async function sumCreditedOfBill(tx: Tx, agencyId: string, chargeId: string): Promise<number> {
  const bill = (await readBills(tx, agencyId)).find(({ id }) => id === chargeId)
  if (!bill) return 0
  const { rows } = await tx.query<{ leadId: string; e4: number }>(
    `select k.lead_id as "leadId", k.wholesale_e4 as e4
       from lead_credit k
       join ledger_transfer t on t.agency_id = $1 and t.reference_id = k.lead_id and t.kind = 'lead_wholesale'
        and t.created_at <= $2
      where k.agency_id = $1 and k.reversed_at is null and coalesce(k.wholesale_credited_at, k.credited_at) >= $2 and k.wholesale_e4 > 0`,
    [agencyId, bill.created_at],
  )
  const isOn = await readWhichOn(tx, agencyId, rows, (invoiceId) => invoiceId === chargeId)
  return rows.reduce((sum, { leadId, e4 }) => sum + (isOn.has(leadId) ? e4 : 0), 0)
}

/** Those of leads that manual bills asked for before their invoices. */
async function readWhichOn(
  tx: Tx,
  agencyId: string,
  leads: readonly { leadId: string }[],
  isMeant: (billId: string) => boolean = () => true,
): Promise<Set<string>> {
  if (leads.length === 0) return new Set()
  const lines = await readBillLines(
    tx,
    agencyId,
    leads.map(({ leadId }) => leadId),
  )
  return new Set(lines.filter(({ invoiceId }) => isMeant(invoiceId)).map(({ leadId }) => leadId))
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
  const { rows } = await tx.query<{ line: number; leadId: string; e4: number }>(
    `select a.line, k.lead_id as "leadId", k.wholesale_e4 as e4
       from allocation a join lead_credit k on k.agency_id = $1 and k.lead_id = a.item_id and k.reversed_at is null
      where a.agency_id = $1 and a.invoice_id = $2 and a.booked_at <= $3`,
    [agencyId, invoiceId, until],
  )
  const isOn = await readWhichOn(tx, agencyId, rows)
  const sums = new Map<number, number>()
  for (const { line, leadId, e4 } of rows) if (isOn.has(leadId)) sums.set(line, (sums.get(line) ?? 0) + e4)
  return sums
}
