import { Checkbox } from '@mantine/core'
import { useT } from '../../../../i18n/texts.tsx'
import type { PriceChoiceProps } from '../module-form.ts'

/** Whether leads include additional data about the person, which has its own price. */
export function InformationChoice({ form, maySetPrices }: PriceChoiceProps) {
  const t = useT()
  return (
    <div data-wide>
      <Checkbox
        label={t('Send additional information about each person')}
        description={
          maySetPrices
            ? t(
                'Age, home, income, interests and similar, at the advanced lead price. Visitors without any of these don’t become leads.',
              )
            : t('Set by your agency.')
        }
        disabled={!maySetPrices}
        {...form.getInputProps('sendsInformation', { type: 'checkbox' })}
      />
    </div>
  )
}
