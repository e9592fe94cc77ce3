import { getCountryCallingCode, isSupportedCountry, type CountryCode } from 'libphonenumber-js/max'

/** `+1` for US; empty if the country is unknown. */
export const callingCodeOf = (country: string | null): string =>
  country !== null && isSupportedCountry(country) ? `+${getCountryCallingCode(country as CountryCode)}` : ''
