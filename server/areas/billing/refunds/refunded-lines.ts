import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { readRebilledCredits } from '../balances/read-sources.ts'
import { lockCharges } from '../charge-states.ts'
import { leadsOfShare, billedShares } from '../shares/withheld-shares.ts'
import { readAllocatedLeads, type AllocatedLead, type LeadLeg, type LineOf } from './allocated-leads.ts'
import { readBillLines } from './billed-leads.ts'
import { lockWithMonths } from './refundable-shares.ts'

/** A lead's lines in one leg, limited to invoices with a refund or a dispute. */
export type RefundedLines = (leadId: string, leg: LeadLeg) => readonly LineOf[]

/**
 * Locks the charges of all the leads' invoices, and if a client's was refunded, those of the agency for all months of its leads, because
 * credits may draw on older ones too (decision 215). So refunds and other credits of them wait for this transaction.
 */
export async function lockRefundedLines(tx: Tx, agencyId: string, leadIds: readonly string[]): Promise<RefundedLines> {
  const allocatedLeads = await readAllocatedLeads(tx, agencyId, leadIds)
  const lines = [
    ...allocatedLeads,
    ...(await readShareLines(tx, agencyId, leadIds, allocatedLeads)),
    ...(await readRebilledLines(tx, agencyId, leadIds)),
    ...(await readBillLines(tx, agencyId, leadIds)),
  ]
  if (lines.length === 0) return () => []
  const idsIn = (leg: LeadLeg): string[] => [...new Set(lines.flatMap((one) => (one.leg === leg ? one.invoiceId : [])))]
  const [ofClients, ofAgency] = [idsIn('retail'), idsIn('wholesale')]
  await lockCharges(tx, agencyId, ofClients)
  const refundedClients = await readRefunded(tx, agencyId, ofClients)
  await lockWithMonths(tx, agencyId, refundedClients, ofAgency)
  const refunds = [...refundedClients, ...(await readRefunded(tx, agencyId, ofAgency))]
  // Disputes are on other nodes of a cluster than refunds.
  const { rows: disputes } = await tx.query<{ id: string }>(
    `select distinct charge_id as id from dispute
      where agency_id = $1 and charge_id = any($2::uuid[]) and held_cents + lost_cents > 0`,
    [agencyId, plainArray([...ofClients, ...ofAgency])],
  )
  const isRefunded = new Set([...refunds, ...disputes.map(({ id }) => id)])
  const by = new Map<string, LineOf[]>()
  for (const { leadId, leg, ...line } of lines.filter(({ invoiceId }) => isRefunded.has(invoiceId)))
    by.set(`${leadId} ${leg}`, [...(by.get(`${leadId} ${leg}`) ?? []), line])
  return (leadId, leg) => by.get(`${leadId} ${leg}`) ?? []
}

/** Those of charges of which a refund is under way or succeeded. */
async function readRefunded(tx: Tx, agencyId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct charge_id as id from refund where agency_id = $1 and charge_id = any($2::uuid[]) and state <> 'failed'`,
    [agencyId, plainArray(ids)],
  )
  return rows.map(({ id }) => id)
}

/** The later lines and bills for shares that an agency's invoices withheld and whose clients' payments then failed. */
async function readShareLines(
  tx: Tx,
  agencyId: string,
  leadIds: readonly string[],
  allocated: readonly AllocatedLead[],
): Promise<AllocatedLead[]> {
  const invoices = [...new Set(allocated.filter(({ leg }) => leg === 'wholesale').map(({ invoiceId }) => invoiceId))]
  if (invoices.length === 0) return []
  const { rows: shares } = await tx.query<{ billedBy: string; line: number; chargeId: string; invoiceId: string }>(
    `select billed_by as "billedBy", line, charge_id as "chargeId", invoice_id as "invoiceId" from (${billedShares}) billed
      where invoice_id = any($2::uuid[])`,
    [agencyId, plainArray(invoices)],
  )
  if (shares.length === 0) return []
  // Leads are on other nodes of a cluster than charges.
  const { rows } = await tx.query<AllocatedLead>(
    `select own.item_id as "leadId", 'wholesale' as leg, s.billed_by as "invoiceId", s.line
       from unnest($2::uuid[], $3::integer[], $4::uuid[], $5::uuid[]) as s (billed_by, line, charge_id, invoice_id)
       ${leadsOfShare}
      where own.item_id = any($6::uuid[])`,
    [
      agencyId,
      shares.map(({ billedBy }) => billedBy),
      shares.map(({ line }) => line),
      shares.map(({ chargeId }) => chargeId),
      shares.map(({ invoiceId }) => invoiceId),
      plainArray([...leadIds]),
    ],
  )
  return rows
}

/** Later lines for leads whose credit was deducted and then reversed (decision 113). */
export async function readRebilledLines(
  tx: Tx,
  agencyId: string,
  leadIds: readonly string[],
): Promise<AllocatedLead[]> {
  const { rows: credits } = await tx.query<{ id: string; leadId: string }>(
    `select id, lead_id as "leadId" from lead_credit
      where agency_id = $1 and lead_id = any($2::uuid[]) and reversed_at is not null`,
    [agencyId, plainArray([...leadIds])],
  )
  const leadOf = new Map(credits.map(({ id, leadId }) => [id, leadId]))
  const lines: AllocatedLead[] = []
  for (const leg of ['retail', 'wholesale'] as const)
    for (const { credit_id, invoice_id, line } of await readRebilledCredits(tx, agencyId, [...leadOf.keys()], leg))
      lines.push({ leadId: leadOf.get(credit_id)!, leg, invoiceId: invoice_id, line })
  return lines
}
