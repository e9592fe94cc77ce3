import { Checkbox, Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { offeredShares } from '#contract/campaigns/spend-alerts.ts'
import { useFormat } from '../i18n/format.ts'
import { useT } from '../i18n/texts.tsx'
import { AmountField } from './amount-field.tsx'
import type { AlertValues } from './spend-alert-values.ts'

type SpendAlertFieldsProps = {
  form: Pick<UseFormReturnType<AlertValues>, 'getInputProps' | 'setFieldValue' | 'validateField' | 'values'>
  /** Percentages refer to a cap, so they are hidden without one. */
  hasCap: boolean
  payerLabel: string
}

/** Alerts on monthly spending: at percentages of the cap, and at an amount that does not stop the campaign. */
export function SpendAlertFields({ form, hasCap, payerLabel }: SpendAlertFieldsProps) {
  const t = useT()
  const format = useFormat()
  const { alertShares, alertAmount } = form.values
  const shares = [...new Set([...offeredShares.map(String), ...alertShares])].toSorted((a, b) => Number(a) - Number(b))
  return (
    <>
      <AmountField
        form={form}
        name="alertAmount"
        label={t('Alert at monthly spend of')}
        description={t('Sends an email; nothing stops. Leave blank for none.')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        rule="amount"
        optional
      />
      {hasCap && (
        <Checkbox.Group
          data-wide
          label={t('Alert at these percentages of the cap')}
          description={t('One email each, once a month.')}
          {...form.getInputProps('alertShares')}
        >
          <Group mt={6}>
            {shares.map((share) => (
              <Checkbox key={share} value={share} label={format.percent(Number(share) / 100)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {(hasCap || alertAmount !== '') && (
        <div data-wide>
          <Checkbox label={payerLabel} {...form.getInputProps('alertPayer', { type: 'checkbox' })} />
        </div>
      )}
    </>
  )
}
