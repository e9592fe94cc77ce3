import { MultiSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { autocomplete } from '#contract/campaigns/autocomplete.ts'
import { listStates } from '#contract/campaigns/places.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { OptionsFailure } from '../../shells/options-failure.tsx'
import { searchWords, typingPause_ms } from '../../shells/search-words.ts'
import { ZipField } from '../campaigns/places/zip-field.tsx'
import type { CountValues } from './count-form.ts'

type Props = { form: UseFormReturnType<CountValues> }

/** The location of the people to count, as the target requires. */
export function PlacesFields({ form }: Props) {
  if (form.values.target === 'Zip Code')
    return (
      <ZipField
        input={form.getInputProps('zips')}
        zips={form.values.zips}
        onChange={(zips) => form.setFieldValue('zips', zips)}
      />
    )
  if (form.values.target !== 'State') return null
  return (
    <>
      <StatesField form={form} />
      <CitiesField form={form} />
    </>
  )
}

function StatesField({ form }: Props) {
  const t = useT()
  const states = useCall(listStates, {})
  return (
    <>
      <MultiSelect
        label={t('States')}
        withAsterisk
        // Show the state codes until their names are loaded.
        data={states.data?.data.map(({ code, name }) => ({ value: code, label: name })) ?? form.values.states}
        placeholder={form.values.states.length === 0 ? t('Search states') : undefined}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={t('No state has this name.')}
        {...form.getInputProps('states')}
        onChange={(states) => {
          form.setFieldValue('states', states)
          form.setFieldValue(
            'cities',
            form.values.cities.filter((city) => states.includes(city.slice(-2))),
          )
        }}
      />
      <OptionsFailure of={states} />
    </>
  )
}

/** Cities are searched by prefix, within the chosen states only. */
function CitiesField({ form }: Props) {
  const t = useT()
  const [input, setInput] = useState('')
  const [lastPause] = useDebouncedValue(input, typingPause_ms)
  const text = searchWords(lastPause)
  const call = useCall(autocomplete, { params: { category: 'city', text } }, { enabled: text !== '' })
  const matches = (text === '' ? [] : (call.data?.data ?? [])).filter(({ value }) =>
    form.values.states.includes(value.slice(-2)),
  )
  const hasFailed = Boolean(call.error) && call.data === undefined
  const options = new Map([
    ...form.values.cities.map((city) => [city, city] as const),
    ...matches.map(({ value, label }) => [value.replace(/, (?=[A-Z]{2}$)/, ' '), label] as const),
  ])
  return (
    <MultiSelect
      label={t('Cities')}
      description={t('Optional. A state without cities of its own counts as a whole.')}
      placeholder={form.values.cities.length === 0 ? t('Type three letters, such as Aus') : undefined}
      data={[...options].map(([value, label]) => ({ value, label }))}
      searchable
      searchValue={input}
      onSearchChange={setInput}
      filter={({ options: all }) => all}
      clearable
      hidePickedOptions
      disabled={form.values.states.length === 0}
      onDropdownOpen={() => hasFailed && void call.refetch()}
      nothingFoundMessage={
        text === '' || call.isFetching
          ? t('Searching…')
          : hasFailed
            ? t('The search failed. Open this list again to retry.')
            : t('Nothing has this name.')
      }
      {...form.getInputProps('cities')}
    />
  )
}
