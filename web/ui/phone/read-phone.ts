import {
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { msg } from '../../i18n/texts.tsx'

/** The default country for numbers without a country code (R132). */
export const usualCountry = 'US'

/** The phone input's result (R134). */
export type PhoneResult = {
  countryCode: string
  isValid: boolean
  /** As typed. */
  phoneNumber: string
  /** In the country's national format. */
  formatted: string
  e164: string
}

/** Parses a number as typed with its chosen country (empty for none). The server validates more strictly. */
export function readPhone(text: string, country: string): PhoneResult {
  const number = isSupportedCountry(country)
    ? parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode, extract: false })
    : undefined
  const isValid = number?.isValid() ?? false
  return {
    countryCode: country,
    isValid,
    phoneNumber: text,
    formatted: isValid ? number!.formatNational() : text,
    e164: isValid ? number!.number : '',
  }
}

/** An example number in the country's national format; empty if none is known. */
export const examplePhone = (country: string): string =>
  isSupportedCountry(country) ? (getExampleNumber(country as CountryCode, examples)?.formatNational() ?? '') : ''

/** `+1` for US; empty without a country. */
export const callingCodeOf = (country: string): string =>
  isSupportedCountry(country) ? `+${getCountryCallingCode(country as CountryCode)}` : ''

/** Error messages of the field. */
export const phoneTexts = { country: msg('Choose country'), number: msg('Please enter valid phone number') } as const

/** A phone number's problem: typed without a country (R133), or not valid for its country (R132). */
export function phoneProblem(text: string, country: string): 'country' | 'number' | null {
  if (text.trim() === '') return null
  if (country === '') return 'country'
  return readPhone(text, country).isValid ? null : 'number'
}
