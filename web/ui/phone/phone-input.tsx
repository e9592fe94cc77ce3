import { Input, Select } from '@mantine/core'
import { useLingui } from '@lingui/react'
import { useT } from '../../i18n/texts.tsx'
import { examplePhone, phoneProblem } from './read-phone.ts'
import { useCountries, usePhone, type PhoneValue } from './use-phone.ts'

type PhoneInputProps = {
  id: string
  label: string
  withAsterisk?: boolean
  value: PhoneValue
  onChange: (value: PhoneValue) => void
  error?: React.ReactNode
}

const row = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 8.75rem) minmax(0, 1fr)',
  gap: '0.5rem',
  marginBlockEnd: '0.25rem',
}

/** A phone number with its country (R132, R133). */
export function PhoneInput({ id, label, withAsterisk, value, onChange, error }: PhoneInputProps) {
  const t = useT()
  const { i18n } = useLingui()
  const countries = useCountries(i18n.locale)
  const { inputRef, text, onType, onCountry } = usePhone(value, onChange)
  const isNumberWrong = Boolean(error) && phoneProblem(value.phone, value.country) === 'number'
  const example = `\u2066${examplePhone(value.country)}\u2069`
  return (
    <Input.Wrapper
      id={id}
      label={label}
      withAsterisk={withAsterisk}
      error={error}
      description={isNumberWrong ? t('Example: {number}', { number: example }) : undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    >
      <div style={row}>
        <Select
          aria-label={t('Country')}
          searchable
          data={countries.map((country) => ({
            value: country.value,
            label: `\u2066${country.code}\u2069 ${country.name}`,
          }))}
          value={value.country || null}
          onChange={(next) => onCountry(next ?? '')}
          comboboxProps={{ width: 280, position: 'bottom-start' }}
        />
        <Input
          id={id}
          ref={inputRef}
          type="tel"
          dir="ltr"
          autoComplete="tel-national"
          maxLength={40}
          value={text}
          onChange={onType}
          error={Boolean(error)}
        />
      </div>
    </Input.Wrapper>
  )
}
