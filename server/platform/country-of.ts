import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Reader, type CountryResponse } from 'mmdb-lib'
import { isPublicAddress } from './public-address.ts'

type CountryOf = (address: string) => string

let opening: Promise<CountryOf> | undefined

/**
 * Looks up the country of an IP address as two letters (ISO 3166); empty for private, local and unassigned addresses.
 * The table comes from a package (8 MB, the registries' data by nro.net), so no outside service is called. It is loaded
 * on first use and cached.
 */
export const openCountries = (): Promise<CountryOf> => (opening ??= readTable())

async function readTable(): Promise<CountryOf> {
  const file = createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  )
  const table = new Reader<CountryResponse>(await readFile(file))
  return (address) => {
    // A dual-stack socket reports IPv4 addresses this way.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    const entry = isPublicAddress(plain) ? (table.get(plain) as { country_code?: string } | null) : null
    return entry?.country_code ?? ''
  }
}
