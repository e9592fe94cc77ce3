import { openCountryTable } from '#server/platform/country-of.ts'

const maxKept = 20_000

/**
 * The country whose registry gave an address away, empty if none did. Answers are kept in memory, because a visitor sends several hits
 * and a look-up costs more than the rest of judging one.
 */
export async function openKeptCountries(): Promise<(address: string) => string> {
  const countryOf = await openCountryTable()
  const answers = new Map<string, string>()
  return (address) => {
    const answer = answers.get(address)
    if (answer !== undefined) return answer
    const country = countryOf(address)
    if (answers.size >= maxKept) answers.clear()
    answers.set(address, country)
    return country
  }
}
