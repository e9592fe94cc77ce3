import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'

/** The country of a number that names none (R132). */
const usualCountry = 'US'

export interface Phone {
  e164: string
  /** ISO 3166, as the number says; the one that was chosen where the number fits several. */
  country: string
}

/** T114. */
export const phoneProblem = 'Please enter valid phone number'

/** A number as it was typed, with the country that was chosen for it; null for one that cannot exist there. */
export function readPhone(text: string, country: string = usualCountry): Phone | null {
  if (!isSupportedCountry(country)) return null
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode, extract: false })
  if (!parsed?.isValid()) return null
  return { e164: parsed.number, country: parsed.country ?? country }
}
