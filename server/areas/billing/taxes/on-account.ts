import { rateOf } from '#server/areas/taxes/policy.ts'
import { readPayerTaxes } from '#server/areas/taxes/read-taxes.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { ChargeRow } from '../charge-states.ts'
import { sumCreditedOfBill } from '../refunds/billed-leads.ts'
import { readRootTaxes } from './read-sellers.ts'

/** SQL for what a bill `c` asks for that was on no invoice yet, in cents: not its shares, nor what earlier invoices left over. */
const onAccount = `greatest(c.amount_cents
  - coalesce((select sum(s.amount_cents) from withheld_share s where s.agency_id = $1 and s.billed_by = c.id), 0)
  - coalesce((select sum(b.amount_e4) / 100 from earlier_balance_source b where b.agency_id = $1 and b.invoice_id = c.id), 0), 0)`

/** SQL for whether a manual bill `c` could pay for leads of an agency's invoice `i`: it was made since the invoice before that one. */
export const isBillOf = `c.agency_id = $1 and c.kind = 'manual_bill' and c.created_at <= i.issued_at
  and c.created_at > coalesce((select max(before.issued_at) from invoice before
        where before.agency_id = $1 and before.client_id is null and before.ends_on < i.ends_on), '-infinity')`

/**
 * What manual bills paid of an agency's invoice before it was issued, in cents. It isn't taxed, so the invoice asks for all of the
 * tax with the rest (decision 184). Those are the bills since the agency's previous invoice. 0 for a client's invoice.
 */
export async function readPaidOnAccount(tx: Tx, agencyId: string, invoiceId: string): Promise<number> {
  const { rows } = await tx.query<{ cents: number }>(
    `select least(i.deduction_cents, coalesce((
              select sum(${onAccount}) from charge c where ${isBillOf}), 0))::bigint as cents
       from invoice i where i.agency_id = $1 and i.id = $2 and i.client_id is null and i.ends_on is not null`,
    [agencyId, invoiceId],
  )
  return rows[0]?.cents ?? 0
}

/**
 * The part of a manual bill that cannot be refunded yet, in cents: it pays for what is on no invoice, and that invoice would charge
 * its tax although the price had been given back. Credited leads are on no invoice. 0 if the agency isn't taxed at present.
 */
export async function readUntaxedPart(
  tx: Tx,
  now_ms: number,
  { id, kind, root_id: rootId, agency_id: agencyId }: Pick<ChargeRow, 'id' | 'kind' | 'root_id' | 'agency_id'>,
): Promise<number> {
  if (kind !== 'manual_bill') return 0
  const rates = await readAsRoot(tx, rootId, () => readRootTaxes(tx, now_ms, rootId))
  const rate = rateOf(rates, (await readPayerTaxes(tx, [agencyId])).get(agencyId))
  if (!rate || rate.rate_e3 === 0) return 0
  const { rows } = await tx.query<{ cents: number }>(
    `select (${onAccount})::bigint as cents from charge c
      where c.agency_id = $1 and c.id = $2 and not exists (
        select from invoice i where i.agency_id = $1 and i.client_id is null and i.ends_on is not null and i.issued_at >= c.created_at)`,
    [agencyId, id],
  )
  const cents = rows[0]?.cents ?? 0
  return cents > 0 ? Math.max(cents - Math.floor((await sumCreditedOfBill(tx, agencyId, id)) / 100), 0) : 0
}
