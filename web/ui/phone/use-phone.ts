import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { useMemo } from 'react'
import { defaultCountries, parseCountry, usePhoneInput } from 'react-international-phone'
import { callingCodeOf, usualCountry } from './read-phone.ts'

/** A number with its country: in E.164 if it has a country, otherwise as typed. */
export type PhoneValue = { phone: string; country: string }

const countries = defaultCountries.map(parseCountry).map(({ iso2 }) => iso2.toUpperCase())

export type CountryOption = { value: string; name: string; code: string }

/** All countries that have phone numbers, with localized names. */
export function useCountries(locale: string): readonly CountryOption[] {
  return useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'region' })
    const order = new Intl.Collator(locale)
    return countries
      .filter((country) => isSupportedCountry(country))
      .map((value) => ({ value, name: names.of(value) ?? value, code: callingCodeOf(value) }))
      .toSorted((a, b) => order.compare(a.name, b.name))
  }, [locale])
}

const longestMask = '...............'

/** Formats a number as it is typed, in the chosen country's format. Without a country nothing is formatted. */
export function usePhone({ phone, country }: PhoneValue, onChange: (value: PhoneValue) => void) {
  const { inputValue, handlePhoneValueChange, inputRef, setCountry } = usePhoneInput({
    defaultCountry: (country || usualCountry).toLowerCase(),
    value: country ? phone : '',
    disableDialCodeAndPrefix: true,
    disableCountryGuess: true,
    defaultMask: longestMask,
    onChange: (input) => {
      // Also called when the country is set by code; an unchanged value must not trigger `onChange`.
      const next = input.inputValue === '' ? '' : input.phone
      if (country && next !== phone) onChange({ phone: next, country })
    },
  })
  return {
    inputRef,
    text: country ? inputValue : phone,
    onType: (event: React.ChangeEvent<HTMLInputElement>): void => {
      const text = event.target.value
      const number = text.trimStart().startsWith('+') ? parsePhoneNumberFromString(text) : undefined
      if (number?.country) {
        setCountry(number.country.toLowerCase())
        onChange({ phone: number.number, country: number.country })
      } else if (country) handlePhoneValueChange(event)
      else onChange({ phone: text, country: '' })
    },
    onCountry: (next: string): void => {
      const digits = (country ? inputValue : phone).replaceAll(/\D/g, '')
      if (next) setCountry(next.toLowerCase())
      onChange({ phone: digits && next ? callingCodeOf(next) + digits : digits, country: next })
    },
  }
}
