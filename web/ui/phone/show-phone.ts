import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { usualCountry } from './read-phone.ts'

/** Formats a stored number: +1 numbers nationally, others internationally; an invalid number is shown as it is. */
export function showPhone(phone: string): { text: string; href: string | null } {
  const number = parsePhoneNumberFromString(phone, { defaultCountry: usualCountry, extract: false })
  if (!number?.isPossible()) return { text: phone, href: null }
  const text = number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational()
  return { text, href: number.getURI() }
}
