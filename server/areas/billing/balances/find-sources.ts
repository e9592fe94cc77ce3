import { e4FromCents } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { minCharge_cents } from '../charge-states.ts'
import { attributeBalance, type BalanceSource, type ReversedCredit, type Deduction } from './attribute-balance.ts'

interface BalanceOf {
  agencyId: string
  /** Null for the agency's own debt to its operator. */
  clientId: string | null
  amount_e4: number
}

/** The sources of a payer's earlier balance (decision 121). The caller holds the locks on its accounts. */
export async function findSources(tx: Tx, { agencyId, clientId, amount_e4 }: BalanceOf): Promise<BalanceSource[]> {
  const invoices = await readTakenOff(tx, agencyId, clientId)
  const credits = await readReversedCredits(tx, agencyId, clientId)
  return attributeBalance(amount_e4, invoices, credits, e4FromCents(minCharge_cents))
}

/**
 * Period invoices, minus what they left out for clients' payments and what earlier lines already billed. Deductions of single fees are
 * coupons and are not included.
 */
async function readTakenOff(tx: Tx, agencyId: string, clientId: string | null): Promise<Deduction[]> {
  const { rows } = await tx.query<{ id: string; issued_at: Date; left_e4: number; isLetGo: boolean }>(
    `select i.id, i.issued_at, i.deduction_cents = i.total_cents as "isLetGo",
            i.deduction_cents * 100
              - coalesce((select sum(s.amount_cents) from withheld_share s
                           where s.agency_id = $1 and s.invoice_id = i.id), 0)::bigint * 100
              - coalesce((select sum(b.amount_e4) from earlier_balance_source b
                           where b.agency_id = $1 and b.from_id = i.id), 0)::bigint as left_e4
       from invoice i
      where i.agency_id = $1 and i.client_id is not distinct from $2 and i.ends_on is not null
      order by i.issued_at, i.id`,
    [agencyId, clientId],
  )
  return rows.map(({ issued_at, ...row }) => ({ ...row, issued_ms: issued_at.getTime() }))
}

/** Reversed credits of invoiced leads in one leg that no line has billed yet, oldest first. */
async function readReversedCredits(tx: Tx, agencyId: string, clientId: string | null): Promise<ReversedCredit[]> {
  const { rows: usedCredits } = await tx.query<{ id: string }>(
    `select distinct credit_id as id from earlier_balance_source
      where agency_id = $1 and client_id is not distinct from $2 and credit_id is not null`,
    [agencyId, clientId],
  )
  const leg = clientId === null ? 'wholesale' : 'retail'
  // On a cluster, invoices and leads are on different nodes, so the caller passes what an invoice deducted.
  const { rows } = await tx.query<{
    id: string
    invoiceId: string
    credited_at: Date
    reversed_at: Date
    amount_e4: number
  }>(
    `select k.id, a.invoice_id as "invoiceId", case $3 when 'wholesale' then coalesce(k.wholesale_credited_at, k.credited_at) else k.credited_at end as credited_at, k.reversed_at,
            case $3 when 'retail' then k.retail_e4 else k.wholesale_e4 end + coalesce(t.tax_e4, 0) as amount_e4
       from lead_credit k
       join allocation a on a.agency_id = $1 and a.item_id = k.lead_id and (a.client_id is null) = ($3 = 'wholesale')
       left join tax_credit t on t.agency_id = $1 and t.lead_credit_id = k.id and t.leg = $3
      where k.agency_id = $1 and k.reversed_at is not null and ($2::uuid is null or k.client_id = $2)
      order by k.reversed_at, k.id`,
    [agencyId, clientId, leg],
  )
  const isUsed = new Set(usedCredits.map(({ id }) => id))
  return rows
    .filter(({ id }) => !isUsed.has(id))
    .map(({ credited_at, reversed_at, ...row }) => ({
      ...row,
      credited_ms: credited_at.getTime(),
      reversed_ms: reversed_at.getTime(),
    }))
}
