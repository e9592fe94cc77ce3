import { placeOf, rateOf, type SellerTaxes } from '#server/areas/taxes/policy.ts'
import { readPayerTaxes } from '#server/areas/taxes/read-taxes.ts'
import { taxCents } from '#server/areas/taxes/tax-cents.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import { netOf, type InvoiceLine, type TaxFacts } from '../invoices/issue-invoices.ts'

/** The tax tables of the two sellers: the agency for its clients, the operator for the agency. */
export interface Sellers {
  agencyTaxes: SellerTaxes
  rootTaxes: SellerTaxes
}

/** An invoice in preparation. */
interface Taxable {
  payer: { clientId: string | null }
  lines: InvoiceLine[]
  taxes?: TaxFacts
}

/**
 * Taxes each line of draft invoices by their payers' tax details, which one statement reads for all of them, and none
 * if no seller has rates. Call it once all lines have been added.
 */
export async function taxDrafts(
  tx: Tx,
  agencyId: string,
  { agencyTaxes, rootTaxes }: Sellers,
  drafts: readonly Taxable[],
): Promise<void> {
  const sellerOf = ({ payer }: Taxable): SellerTaxes => (payer.clientId === null ? rootTaxes : agencyTaxes)
  const taxable = drafts.filter((draft) => sellerOf(draft).rates.length > 0)
  if (taxable.length === 0) return
  const payerIdOf = ({ payer }: Taxable): string => payer.clientId ?? agencyId
  const payers = await readPayerTaxes(tx, taxable.map(payerIdOf))
  for (const draft of taxable) {
    const payer = payers.get(payerIdOf(draft))
    const seller = sellerOf(draft)
    const rate = rateOf(seller, payer)
    draft.taxes = {
      sellerNumber: seller.taxNumber,
      payerNumber: payer?.taxNumber ?? '',
      note: payer?.exemptReason ?? '',
    }
    if (!rate) continue
    const facts = { name: rate.name, place: placeOf(rate), rate_e3: rate.rate_e3 }
    for (const line of draft.lines)
      // Amounts of earlier invoices were taxed there.
      if (line.kind !== 'earlier_leads' && line.kind !== 'earlier_balance')
        line.tax = { ...facts, cents: taxCents(line.amount_cents, rate.rate_e3) }
    if (hasFault('tax-at-the-sum')) taxTheSum(draft.lines, rate.rate_e3)
  }
}

/** A planted fault: taxes the sum of the lines, and adds the difference to the first line. */
function taxTheSum(lines: readonly InvoiceLine[], rate_e3: number): void {
  const lacking_cents = taxCents(netOf(lines), rate_e3) - lines.reduce((sum, { tax }) => sum + (tax?.cents ?? 0), 0)
  const first = lines[0]?.tax
  if (first) first.cents += lacking_cents
}
