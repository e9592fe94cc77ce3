import { TextInput } from '@mantine/core'
import type { IntegrationDetails } from '#contract/integrations/services.ts'
import { useT } from '../../../i18n/texts.tsx'

type Line = NonNullable<IntegrationDetails['fields']>[number]

/** What is sent for leads that lack a field; without it the field is left out. */
export function FallbackField({ line, onChange }: { line: Line; onChange: (line: Line) => void }) {
  const t = useT()
  return (
    <TextInput
      label={t('If empty')}
      placeholder={t('Nothing')}
      maxLength={200}
      value={line.fallback ?? ''}
      onChange={(event) => {
        const { fallback: _before, ...rest } = line
        const fallback = event.currentTarget.value
        onChange(fallback === '' ? rest : { ...rest, fallback })
      }}
    />
  )
}
