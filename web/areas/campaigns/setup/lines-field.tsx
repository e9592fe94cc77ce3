import { Textarea } from '@mantine/core'
import type { CampaignValues } from './campaign-values.ts'
import type { SectionProps } from './section-props.ts'

type LinesFieldProps = SectionProps & {
  name: keyof CampaignValues
  label: string
  description: string
  placeholder: string
  maxRows?: number
}

/** Addresses, pages or domains, one per line. Not natural language, so left to right and without spell checking. */
export function LinesField({ form, name, maxRows = 8, ...texts }: LinesFieldProps) {
  return (
    <div data-wide>
      <Textarea
        {...texts}
        {...form.getInputProps(name)}
        dir="ltr"
        autosize
        minRows={2}
        maxRows={maxRows}
        spellCheck={false}
      />
    </div>
  )
}
