import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { usualCountry } from './read-phone.ts'

/** A stored number as people write it: of the usual country as there, of others with their code; what is none stays as it is. */
export function showPhone(phone: string): { text: string; href: string | null } {
  const parsed = parsePhoneNumberFromString(phone, { defaultCountry: usualCountry, extract: false })
  if (!parsed?.isPossible()) return { text: phone, href: null }
  const text = parsed.countryCallingCode === '1' ? parsed.formatNational() : parsed.formatInternational()
  return { text, href: parsed.getURI() }
}
