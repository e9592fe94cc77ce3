import {
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { msg } from '../../i18n/texts.tsx'

/** The country of a number without a country code (R132). */
export const usualCountry = 'US'

/** What the phone input yields (R134). */
export type PhoneResult = {
  countryCode: string
  isValid: boolean
  /** As it was typed. */
  phoneNumber: string
  /** As people of the country write it. */
  formatted: string
  e164: string
}

/** A number as it was typed with the country that was chosen for it, empty for none. The server looks closer. */
export function readPhone(text: string, country: string): PhoneResult {
  const parsed = isSupportedCountry(country)
    ? parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode, extract: false })
    : undefined
  const isValid = parsed?.isValid() ?? false
  return {
    countryCode: country,
    isValid,
    phoneNumber: text,
    formatted: isValid ? parsed!.formatNational() : text,
    e164: isValid ? parsed!.number : '',
  }
}

/** A number of the country, as its people write it; empty where none is known. */
export const examplePhone = (country: string): string =>
  isSupportedCountry(country) ? (getExampleNumber(country as CountryCode, examples)?.formatNational() ?? '') : ''

/** `+1` of US; empty for no country. */
export const callingCodeOf = (country: string): string =>
  isSupportedCountry(country) ? `+${getCountryCallingCode(country as CountryCode)}` : ''

/** What is said at the field. */
export const phoneTexts = { country: msg('Choose country'), number: msg('Please enter valid phone number') } as const

/** What is wrong with a phone number: no country for a number that was typed (R133), or none of that country (R132). */
export function phoneProblem(text: string, country: string): 'country' | 'number' | null {
  if (text.trim() === '') return null
  if (country === '') return 'country'
  return readPhone(text, country).isValid ? null : 'number'
}
