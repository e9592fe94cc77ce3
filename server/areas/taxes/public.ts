export { placeOf, rateOf, type SellerTaxes } from './policy.ts'
export { readPayerTaxes, readSellerTaxes } from './read-taxes.ts'
export { taxCents } from './tax-cents.ts'
