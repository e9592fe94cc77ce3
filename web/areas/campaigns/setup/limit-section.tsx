import { NumberInput, Select, Switch, type NumberInputProps } from '@mantine/core'
import { useT, type Translate } from '../../../i18n/texts.tsx'
import { AmountField } from '../../../shells/amount-field.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import { SpendAlertFields } from '../../../shells/spend-alert-fields.tsx'
import { useModule } from '../../../session/module.ts'
import { formOf } from '../modules/module-forms.ts'
import type { LimitPeriod } from './campaign-values.ts'
import type { SectionProps } from './section-props.ts'

const maxLeads = 1_000_000

/** Periods of a lead limit. */
export const periodsOf = (t: Translate): { value: LimitPeriod; label: string }[] => [
  { value: 'day', label: t('Per day') },
  { value: 'week', label: t('Per week') },
  { value: 'month', label: t('Per month') },
  { value: 'max', label: t('In total') },
]

type LeadCountProps = Omit<NumberInputProps, 'onChange'> & { onChange: (value: string) => void }

/** A number of leads; the form keeps it as typed. */
export function LeadCount({ onChange, ...props }: LeadCountProps) {
  return (
    <NumberInput
      min={1}
      max={maxLeads}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      hideControls
      {...props}
      onChange={(value) => onChange(String(value))}
    />
  )
}

export function LimitSection({ form }: SectionProps) {
  const t = useT()
  const { limitPeriod } = form.values
  const { LimitNote } = formOf(useModule().module)
  return (
    <FormSection
      title={t('Limit')}
      description={t('When the limit or cap is reached, leads stop until the next period.')}
    >
      <Select label={t('Limit')} data={periodsOf(t)} allowDeselect={false} {...form.getInputProps('limitPeriod')} />
      <LeadCount
        label={t('Maximum leads')}
        withAsterisk
        {...form.getInputProps('limit')}
        onChange={(value) => form.setFieldValue('limit', value)}
      />
      {limitPeriod === 'day' && (
        <div data-wide>
          <Switch
            label={t('Spread evenly')}
            description={t('Spreads leads over the day instead of taking them as fast as they come.')}
            {...form.getInputProps('spreadEvenly', { type: 'checkbox' })}
          />
        </div>
      )}
      <AmountField
        form={form}
        name="monthCap"
        label={t('Spend cap per month')}
        description={t('The most its leads can cost the client in a calendar month. Leave blank for no cap.')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        rule="amount"
        optional
      />
      <SpendAlertFields form={form} hasCap={form.values.monthCap !== ''} payerLabel={t('Alert the client too')} />
      {LimitNote && <LimitNote />}
    </FormSection>
  )
}
