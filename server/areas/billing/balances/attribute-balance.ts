/** An invoice of the payer, oldest first, with the amount it deducted that no later line has billed. */
export interface Deduction {
  id: string
  issued_ms: number
  left_e4: number
  /** Whether its total was 0: part of it may then have been below the card minimum. */
  isLetGo: boolean
}

/** A reversed credit of a lead, with its tax, in the payer's leg. */
export interface ReversedCredit {
  id: string
  /** The invoice that contains the lead. */
  invoiceId: string
  credited_ms: number
  reversed_ms: number
  amount_e4: number
}

/** A part of an earlier balance: the invoice it comes from, and the credit that the invoice deducted. */
export interface BalanceSource {
  fromId: string
  creditId: string | null
  amount_e4: number
}

/**
 * Attributes an earlier balance to its sources: first, credits that an invoice deducted and that were reversed
 * later; then amounts below the card minimum; then anything else earlier invoices deducted, newest first. No invoice contributes
 * more than it deducted. The sum is below the balance only if the books contain a debt that no invoice deducted.
 */
export function attributeBalance(
  balance_e4: number,
  invoices: readonly Deduction[],
  credits: readonly ReversedCredit[],
  minCharge_e4: number,
): BalanceSource[] {
  const remainders = new Map(invoices.map(({ id, left_e4 }) => [id, left_e4]))
  const issueTimes = new Map(invoices.map(({ id, issued_ms }) => [id, issued_ms]))
  const sources: BalanceSource[] = []
  let open_e4 = balance_e4
  const take = (fromId: string, most_e4: number, creditId: string | null): number => {
    const amount_e4 = Math.min(remainders.get(fromId) ?? 0, most_e4, open_e4)
    if (amount_e4 <= 0) return 0
    sources.push({ fromId, creditId, amount_e4 })
    remainders.set(fromId, remainders.get(fromId)! - amount_e4)
    open_e4 -= amount_e4
    return amount_e4
  }
  for (const { id, invoiceId, credited_ms, reversed_ms, amount_e4 } of credits) {
    if ((issueTimes.get(invoiceId) ?? Infinity) > credited_ms) continue
    let rest_e4 = amount_e4
    for (const one of invoices)
      if (one.issued_ms > credited_ms && one.issued_ms <= reversed_ms) rest_e4 -= take(one.id, rest_e4, id)
  }
  const newestFirst = invoices.toReversed()
  for (const { id, isLetGo } of newestFirst) if (isLetGo) take(id, minCharge_e4 - 100, null)
  for (const { id } of newestFirst) take(id, Infinity, null)
  return merge(sources)
}

/** Merges sources by invoice and credit, in the order found. */
function merge(sources: readonly BalanceSource[]): BalanceSource[] {
  const sourceByKey = new Map<string, BalanceSource>()
  for (const source of sources) {
    const key = `${source.fromId} ${source.creditId}`
    const earlier = sourceByKey.get(key)
    sourceByKey.set(key, { ...source, amount_e4: source.amount_e4 + (earlier?.amount_e4 ?? 0) })
  }
  return [...sourceByKey.values()]
}
