import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { usualCountry } from './read-phone.ts'

/** Formats a stored number: +1 numbers nationally, others internationally; an invalid number is shown as it is. */
export function showPhone(phone: string): { text: string; href: string | null } {
  const parsed = parsePhoneNumberFromString(phone, { defaultCountry: usualCountry, extract: false })
  if (!parsed?.isPossible()) return { text: phone, href: null }
  const text = parsed.countryCallingCode === '1' ? parsed.formatNational() : parsed.formatInternational()
  return { text, href: parsed.getURI() }
}
