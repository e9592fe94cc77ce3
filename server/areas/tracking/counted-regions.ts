import { isCountedOnlyIn } from '#contract/privacy/region-rules.ts'
import { openCountryTable } from '#server/platform/country-of.ts'

const maxKept = 20_000

/**
 * Whether visitors with an address may only be counted, by the country whose registry gave the address away. Answers are kept in memory,
 * because a visitor sends several hits and a look-up costs more than the rest of judging one; never stored.
 */
export async function openCountedRegions(): Promise<(address: string) => boolean> {
  const countryOf = await openCountryTable()
  const answers = new Map<string, boolean>()
  return (address) => {
    const answer = answers.get(address)
    if (answer !== undefined) return answer
    const isCounted = isCountedOnlyIn(countryOf(address))
    if (answers.size >= maxKept) answers.clear()
    answers.set(address, isCounted)
    return isCounted
  }
}
