import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Reader, type CountryResponse } from 'mmdb-lib'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

type CountryOf = (address: string) => string

let opening: Promise<CountryOf> | undefined

/**
 * Looks up the country of an IP address as two letters (ISO 3166); empty for private, local and unassigned addresses.
 * The table comes from a package (8 MB, the registries' data by nro.net), so no outside service is called. It is loaded
 * on first use and cached.
 */
export async function openCountries(): Promise<CountryOf> {
  const countryOf = await openCountryTable()
  return (address) => (isPublicAddress(plainOf(address)) ? countryOf(address) : '')
}

/** Does not ask whether the address is public, which takes longer than the look-up. */
const openCountryTable = (): Promise<CountryOf> => (opening ??= readTable())

/** A dual-stack socket reports IPv4 addresses this way. */
const plainOf = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

async function readTable(): Promise<CountryOf> {
  const file = createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  )
  const table = new Reader<CountryResponse>(await readFile(file))
  return (address) => {
    const plain = plainOf(address)
    const entry = isIP(plain) === 0 ? null : (table.get(plain) as { country_code?: string } | null)
    return entry?.country_code ?? ''
  }
}

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
