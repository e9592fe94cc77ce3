/** Where sheets of 8.5 by 11 inches are sold; all other countries use A4. */
const letterCountries: ReadonlySet<string> = new Set('US CA MX PH CL CO VE CR GT NI PA SV DO PR'.split(' '))

/**
 * The size of a paper by the country of whoever gets it, else by that of whoever sends it. If neither is known it is
 * Letter, as the product's other defaults are American.
 */
export const paperSizeOf = (receiver: string, sender: string): 'LETTER' | 'A4' =>
  letterCountries.has(receiver || sender || 'US') ? 'LETTER' : 'A4'
