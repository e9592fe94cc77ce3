/** A rate that counts today at a place. */
export interface PlaceRate {
  country: string
  /** Empty for the whole country. */
  region: string
  name: string
  /** In 1/1,000 percent. */
  rate_e3: number
}

/** What a seller asks by today, and its own number. */
export interface SellerTaxes {
  rates: readonly PlaceRate[]
  taxNumber: string
}

/** Of whoever has no table: invoices without tax. */
export const untaxed: SellerTaxes = { rates: [], taxNumber: '' }

/** What is known of a payer. */
export interface PayerTax {
  country: string
  region: string
  taxNumber: string
  /** Why its seller asks it for nothing; null where tax is asked. */
  exemptReason: string | null
}

/** By which rate a payer is asked: its region's, else its country's. Null where nothing is: no place, no rate, exempt. */
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
