import { MultiSelect } from '@mantine/core'
import { useT } from '../../../i18n/texts.tsx'
import { OptionsFailure, type OptionsRead } from '../../../shells/options-failure.tsx'
import type { SectionProps } from './section-props.ts'

interface SentInformationProps extends SectionProps {
  field: 'information' | 'workInformation'
  description: string
  /** Absent until their names have loaded. */
  options: { value: string; label: string }[] | undefined
  query: OptionsRead
}

/** Which of the known facts about a person each lead includes. */
export function SentInformation({ form, field, description, options, query }: SentInformationProps) {
  const t = useT()
  const selection = form.values[field]
  return (
    <div data-wide>
      <MultiSelect
        label={t('Sent with each lead')}
        description={description}
        // Show the ids until the names have loaded.
        data={options ?? selection}
        placeholder={selection.length === 0 ? t('Everything') : undefined}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={t('Nothing has this name.')}
        {...form.getInputProps(field)}
      />
      <OptionsFailure of={query} />
    </div>
  )
}
