import { getCountryCallingCode, isSupportedCountry, type CountryCode } from 'libphonenumber-js/max'

/** `+1` of US; empty where no country is known. */
export const callingCodeOf = (country: string | null): string =>
  country !== null && isSupportedCountry(country) ? `+${getCountryCallingCode(country as CountryCode)}` : ''
