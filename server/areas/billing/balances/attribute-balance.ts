/** An invoice of the payer's, oldest first, with what it took off and nothing has asked for since. */
export interface TakenOff {
  id: string
  issued_ms: number
  left_e4: number
  /** Whether it asked for nothing at all: then some of it may have been too little for a card. */
  isLetGo: boolean
}

/** A credit of a lead that was taken back, with its tax, in the payer's leg. */
export interface ReversedCredit {
  id: string
  /** The invoice that the lead stands on. */
  invoiceId: string
  credited_ms: number
  reversed_ms: number
  amount_e4: number
}

/** A part of an earlier balance: of which invoice, and of which credit that it took off. */
export interface BalanceSource {
  fromId: string
  creditId: string | null
  amount_e4: number
}

/**
 * Tells what an earlier balance is made of. First of leads whose credit an invoice took off while it counted, and which were taken back
 * since; then of what was too little for a card; then of whatever else earlier invoices took off, the newest first. No invoice gives more
 * than it took off. Comes to less than the balance only where the books owe what no invoice took off.
 */
export function attributeBalance(
  balance_e4: number,
  invoices: readonly TakenOff[],
  credits: readonly ReversedCredit[],
  leastCharge_e4: number,
): BalanceSource[] {
  const left = new Map(invoices.map(({ id, left_e4 }) => [id, left_e4]))
  const issued = new Map(invoices.map(({ id, issued_ms }) => [id, issued_ms]))
  const sources: BalanceSource[] = []
  let open_e4 = balance_e4
  const take = (fromId: string, most_e4: number, creditId: string | null): number => {
    const amount_e4 = Math.min(left.get(fromId) ?? 0, most_e4, open_e4)
    if (amount_e4 <= 0) return 0
    sources.push({ fromId, creditId, amount_e4 })
    left.set(fromId, left.get(fromId)! - amount_e4)
    open_e4 -= amount_e4
    return amount_e4
  }
  for (const { id, invoiceId, credited_ms, reversed_ms, amount_e4 } of credits) {
    if ((issued.get(invoiceId) ?? Infinity) > credited_ms) continue
    let rest_e4 = amount_e4
    for (const one of invoices)
      if (one.issued_ms > credited_ms && one.issued_ms <= reversed_ms) rest_e4 -= take(one.id, rest_e4, id)
  }
  const newestFirst = invoices.toReversed()
  for (const { id, isLetGo } of newestFirst) if (isLetGo) take(id, leastCharge_e4 - 100, null)
  for (const { id } of newestFirst) take(id, Infinity, null)
  return merge(sources)
}

/** One source for each invoice and credit, in the order in which they were found. */
function merge(sources: readonly BalanceSource[]): BalanceSource[] {
  const merged = new Map<string, BalanceSource>()
  for (const source of sources) {
    const key = `${source.fromId} ${source.creditId}`
    const known = merged.get(key)
    merged.set(key, { ...source, amount_e4: source.amount_e4 + (known?.amount_e4 ?? 0) })
  }
  return [...merged.values()]
}
