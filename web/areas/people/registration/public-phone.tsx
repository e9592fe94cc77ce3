import { useLingui } from '@lingui/react'
import { useT } from '../../../i18n/texts.tsx'
import { examplePhone, phoneProblem } from '../../../ui/phone/read-phone.ts'
import { useCountries, usePhone, type PhoneValue } from '../../../ui/phone/use-phone.ts'
import form from '../../sign-in/public-form.module.css'

type PublicPhoneProps = {
  id: string
  label: string
  value: PhoneValue
  onChange: (value: PhoneValue) => void
  error?: string | undefined
}

/** A phone number with its country, in plain HTML elements for public pages. */
export function PublicPhone({ id, label, value, onChange, error }: PublicPhoneProps) {
  const t = useT()
  const { i18n } = useLingui()
  const countries = useCountries(i18n.locale)
  const { inputRef, text, onType, onCountry } = usePhone(value, onChange)
  const isNumberWrong = error !== undefined && phoneProblem(value.phone, value.country) === 'number'
  return (
    <div className={form.field}>
      <label htmlFor={id} className={form.label}>
        {label}
      </label>
      <div className={form.phoneRow}>
        <select
          className={form.input}
          aria-label={t('Country')}
          value={value.country}
          onChange={(event) => onCountry(event.target.value)}
        >
          <option value="">—</option>
          {countries.map((country) => (
            <option key={country.value} value={country.value}>
              {/* The name comes first, because typing selects an option by its first letters. */}
              {`${country.name} \u2066${country.code}\u2069`}
            </option>
          ))}
        </select>
        <input
          id={id}
          name={id}
          ref={inputRef}
          className={form.input}
          type="tel"
          dir="ltr"
          autoComplete="tel-national"
          maxLength={40}
          value={text}
          onChange={onType}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
      </div>
      {error && (
        <div id={`${id}-error`}>
          <p className={form.error}>{error}</p>
          {isNumberWrong && (
            <p className={form.hint}>
              {t('Example: {number}', { number: `\u2066${examplePhone(value.country)}\u2069` })}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
