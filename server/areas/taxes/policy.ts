/** A rate in force today for a place. */
export interface PlaceRate {
  country: string
  /** Empty for the whole country. */
  region: string
  name: string
  /** In 1/1,000 percent. */
  rate_e3: number
}

/** A seller's rates today, and its own tax number. */
export interface SellerTaxes {
  rates: readonly PlaceRate[]
  taxNumber: string
}

/** For a seller without rates: invoices without tax. */
export const noTaxes: SellerTaxes = { rates: [], taxNumber: '' }

/** What is known of a payer. */
export interface PayerTax {
  country: string
  region: string
  taxNumber: string
  /** Why the payer is exempt; null if it is not. */
  exemptReason: string | null
}

/** The rate for a payer: its region's, else its country's. Null if there is no tax: no place, no rate, exempt. */
export function rateOf({ rates }: SellerTaxes, payer: PayerTax | undefined): PlaceRate | null {
  if (!payer || payer.country === '' || payer.exemptReason !== null) return null
  const ofCountry = rates.filter(({ country }) => country === payer.country)
  return (
    ofCountry.find(({ region }) => region !== '' && region === payer.region) ??
    ofCountry.find(({ region }) => region === '') ??
    null
  )
}

export const placeOf = ({ country, region }: Pick<PlaceRate, 'country' | 'region'>): string =>
  region === '' ? country : `${country}-${region}`
