import { withoutInvisible } from '#contract/core/invisible.ts'
import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'

/** The country of a number without a country code (R132). */
const usualCountry = 'US'

export interface Phone {
  e164: string
  /** ISO 3166, derived from the number, or the chosen country if the number fits several. */
  country: string
}

/** T114. */
export const phoneProblem = 'Please enter valid phone number'

/** Parses a number as typed, with its chosen country; null if no such number can exist there. */
export function readPhone(text: string, country: string = usualCountry): Phone | null {
  if (!isSupportedCountry(country)) return null
  const number = parsePhoneNumberFromString(withoutInvisible(text), {
    defaultCountry: country as CountryCode,
    extract: false,
  })
  if (!number?.isValid()) return null
  return { e164: number.number, country: number.country ?? country }
}
