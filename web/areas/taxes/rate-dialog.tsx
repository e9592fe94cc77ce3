import { TextInput } from '@mantine/core'
import { addTaxRate, listTaxRates, rateFromText, readTaxDetails } from '#contract/taxes/taxes.ts'
import { useAction } from '../../api/hooks.ts'
import { serverNow_ms } from '../../api/server-clock.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { dateIn } from '../../shells/last-days.ts'
import { notifyDone } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { PlaceFields, placeOf } from './place-fields.tsx'

/** A new tax rate: place, percentage, name, and start date in the seller's time zone, as invoices use it. */
export function RateDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const t = useT()
  const { timeZone } = useMe()
  const { mutateAsync } = useAction(addTaxRate, { invalidates: [listTaxRates, readTaxDetails] })
  const server = useServerForm({
    initialValues: { country: '', region: '', name: '', percent: '', valid_from: dateIn(timeZone, serverNow_ms()) },
    validate: {
      country: (country: string) => (country === '' ? t('Choose a country.') : null),
      name: (name: string) => (name.trim() === '' ? t('Enter a name') : null),
      percent: (text: string) =>
        rateFromText(text) === null ? t('Enter a percentage from 0 to 100 with at most three decimals.') : null,
    },
    send: (values) =>
      mutateAsync({ params: { companyId }, body: { ...values, percent: (rateFromText(values.percent) ?? 0) / 1_000 } }),
    onDone: ({ message }: { message: string }) => {
      notifyDone(t(message))
      onClose()
    },
  })
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Add tax rate')}
      description={t('Applies to invoices issued from this date. Earlier invoices don’t change.')}
      form={server}
      submitLabel={t('Add tax rate')}
    >
      <PlaceFields {...placeOf(form)} regionAbout={t('Leave blank for the whole country.')} />
      <TextInput
        label={t('Name of the tax')}
        description={t('Shown on invoices, such as VAT.')}
        withAsterisk
        maxLength={40}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('Tax rate')}
        description={t('In percent, such as 8.875.')}
        withAsterisk
        inputMode="decimal"
        dir="ltr"
        maxLength={20}
        rightSection="%"
        {...form.getInputProps('percent')}
      />
      <TextInput type="date" label={t('Valid from')} withAsterisk {...form.getInputProps('valid_from')} />
    </FormDialog>
  )
}
