import { TextInput } from '@mantine/core'
import { readBilling } from '#contract/billing/invoices.ts'
import { readTaxDetails, saveTaxDetails, type TaxDetails } from '#contract/taxes/taxes.ts'
import { useAction } from '../../api/hooks.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useShownVersion } from '../../shells/follow-stored.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { PlaceFields, placeOf } from './place-fields.tsx'

type DetailsDialogProps = {
  companyId: string
  details: TaxDetails
  onClose: () => void
  /** Restarts the form with the stored values. */
  onReload: () => void
}

const fieldLabels = { country: msg('Country'), region: msg('Region'), tax_number: msg('Tax number') }

/** A payer's location and tax number. */
export function DetailsDialog({ companyId, details, onClose, onReload }: DetailsDialogProps) {
  const t = useT()
  const { mutateAsync } = useAction(saveTaxDetails, { invalidates: [readTaxDetails, readBilling] })
  const shownVersion = useShownVersion(details.version)
  const server = useServerForm({
    initialValues: { country: details.country, region: details.region, tax_number: details.tax_number },
    conflict: { onReload, labels: fieldLabels },
    send: (values, overwriting) =>
      mutateAsync({ params: { companyId }, body: { ...values, version: shownVersion.of(overwriting) } }),
    onDone: notifyAndClose(onClose),
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Change tax details')}
      description={t('Applies to the next invoice, which also shows this number. Earlier invoices don’t change.')}
      form={server}
      submitLabel={t('Save tax details')}
    >
      <PlaceFields {...placeOf(server.form)} mayBeNowhere regionAbout={t('Only if the region has its own tax.')} />
      <TextInput label={t('Tax number')} dir="ltr" maxLength={40} {...server.form.getInputProps('tax_number')} />
    </FormDialog>
  )
}
