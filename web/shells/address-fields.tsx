import { Select, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react'
import { listStates } from '#contract/campaigns/places.ts'
import { useCall } from '../api/hooks.ts'
import { useT } from '../i18n/texts.tsx'
import { OptionsFailure } from './options-failure.tsx'
import { useCountries } from '../ui/phone/use-phone.ts'

/** Input props of a form field. */
type InputProps = { value?: string; error?: React.ReactNode; onChange: (value: unknown) => void }

type AddressFieldsProps = {
  /** The form's `getInputProps`. */
  input: (field: string) => InputProps
  /** Prefix of the field names. */
  prefix: '' | 'company_'
  country: string
  withAsterisk?: boolean
}

/** A postal address: US states are selected from a list, regions of other countries are typed. */
export function AddressFields({ input, prefix, country, withAsterisk = false }: AddressFieldsProps) {
  const t = useT()
  const { i18n } = useLingui()
  const countries = useCountries(i18n.locale)
  const states = useCall(listStates, {}, { enabled: country === 'US' })
  const state = input(`${prefix}state_code`)
  return (
    <>
      <TextInput
        label={t('Address')}
        autoComplete="street-address"
        withAsterisk={withAsterisk}
        maxLength={255}
        {...input(`${prefix}address`)}
      />
      <TextInput
        label={t('City')}
        autoComplete="address-level2"
        withAsterisk={withAsterisk}
        maxLength={100}
        {...input(`${prefix}city`)}
      />
      <TextInput
        label={t('ZIP code')}
        dir="ltr"
        autoComplete="postal-code"
        withAsterisk={withAsterisk}
        maxLength={12}
        {...input(`${prefix}zip`)}
      />
      {country === 'US' ? (
        <Select
          label={t('State')}
          searchable
          clearable
          data={(states.data?.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          {...state}
          value={state.value || null}
          onChange={(next) => state.onChange(next ?? '')}
        />
      ) : (
        <TextInput label={t('State')} autoComplete="address-level1" maxLength={10} {...state} />
      )}
      <Select
        label={t('Country')}
        searchable
        allowDeselect={false}
        withAsterisk={withAsterisk}
        data={countries.map(({ value, name }) => ({ value, label: name }))}
        {...input(`${prefix}country_code`)}
      />
      {country === 'US' && <OptionsFailure of={states} />}
    </>
  )
}
