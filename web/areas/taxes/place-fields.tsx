import { Select, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react'
import { listStates } from '#contract/campaigns/places.ts'
import { countryCodes } from '#contract/core/countries.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { OptionsFailure } from '../../shells/options-failure.tsx'

/** All countries with their localized names, sorted. */
function useTaxCountries(): { value: string; label: string }[] {
  const { locale } = useLingui().i18n
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const order = new Intl.Collator(locale)
  return [...countryCodes]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => order.compare(a.label, b.label))
}

/** A place's display name: the localized country name and the region code. */
export function usePlaceName(): (place: { country: string; region: string }) => string {
  const { locale } = useLingui().i18n
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  return ({ country, region }) => [names.of(country) ?? country, region].filter(Boolean).join(' · ')
}

type Field = { value: string; error?: React.ReactNode; onChange: (value: string) => void }
type PlaceFieldsProps = { country: Field; region: Field; mayBeNowhere?: boolean; regionAbout: string }

/** A country and region: US states are selected from a list, regions of other countries are typed as codes. */
export function PlaceFields({ country, region, mayBeNowhere = false, regionAbout }: PlaceFieldsProps) {
  const t = useT()
  const countries = useTaxCountries()
  const isUs = country.value === 'US'
  const states = useCall(listStates, {}, { enabled: isUs })
  return (
    <>
      <Select
        data-autofocus
        openOnFocus={false}
        label={t('Country')}
        searchable
        clearable={mayBeNowhere}
        allowDeselect={mayBeNowhere}
        withAsterisk={!mayBeNowhere}
        clearButtonProps={{ 'aria-label': t('Clear') }}
        data={countries}
        error={country.error}
        value={country.value || null}
        onChange={(next) => {
          country.onChange(next ?? '')
          region.onChange('')
        }}
      />
      {isUs ? (
        <Select
          label={t('State')}
          description={regionAbout}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('Clear') }}
          data={(states.data?.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          error={region.error}
          value={region.value || null}
          onChange={(next) => region.onChange(next ?? '')}
        />
      ) : (
        <TextInput
          label={t('Region')}
          description={regionAbout}
          dir="ltr"
          maxLength={3}
          disabled={country.value === ''}
          error={region.error}
          value={region.value}
          onChange={(event) => region.onChange(event.currentTarget.value.toUpperCase())}
        />
      )}
      {isUs && <OptionsFailure of={states} />}
    </>
  )
}

/** Connects a form's country and region to the fields. */
export const placeOf = (form: {
  values: { country: string; region: string }
  errors: Readonly<Record<string, React.ReactNode>>
  setFieldValue: (name: 'country' | 'region', value: string) => void
}): { country: Field; region: Field } => {
  const field = (name: 'country' | 'region'): Field => ({
    value: form.values[name],
    error: form.errors[name],
    onChange: (value) => form.setFieldValue(name, value),
  })
  return { country: field('country'), region: field('region') }
}
