import { Switch, TextInput } from '@mantine/core'
import { readBilling } from '#contract/billing/invoices.ts'
import { readTaxDetails, saveTaxExemption, type TaxDetails } from '#contract/taxes/taxes.ts'
import { useAction } from '../../api/hooks.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useShownVersion } from '../../shells/follow-stored.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'

type ExemptionDialogProps = {
  companyId: string
  details: TaxDetails
  onClose: () => void
  /** Restarts the form with the stored values. */
  onReload: () => void
}

const fieldLabels = { exempt: msg('Exempt from tax'), reason: msg('Reason') }

/** Exempts a payer from tax, with the reason printed on its invoices, or ends the exemption. */
export function ExemptionDialog({ companyId, details, onClose, onReload }: ExemptionDialogProps) {
  const t = useT()
  const { mutateAsync } = useAction(saveTaxExemption, { invalidates: [readTaxDetails, readBilling] })
  const shownVersion = useShownVersion(details.version)
  const server = useServerForm<{ exempt: boolean; reason: string }, { message: string }>({
    initialValues: { exempt: true, reason: details.exempt_reason },
    validate: {
      reason: (reason, { exempt }) => (exempt && reason.trim() === '' ? t('Enter a reason.') : null),
    },
    conflict: { onReload, labels: fieldLabels },
    send: ({ exempt, reason }, overwriting) => {
      const version = shownVersion.of(overwriting)
      return mutateAsync({ params: { companyId }, body: { exempt, reason: exempt ? reason : '', version } })
    },
    onDone: notifyAndClose(onClose),
  })
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={details.exempt ? t('Change exemption') : t('Exempt from tax')}
      description={t('New invoices charge no tax and print the reason.')}
      form={server}
      submitLabel={t('Save exemption')}
    >
      {details.exempt && (
        <Switch
          data-wide
          data-autofocus
          label={t('Exempt from tax')}
          {...form.getInputProps('exempt', { type: 'checkbox' })}
        />
      )}
      {form.values.exempt && (
        <TextInput
          data-wide
          data-autofocus
          label={t('Reason')}
          withAsterisk
          maxLength={200}
          {...form.getInputProps('reason')}
        />
      )}
    </FormDialog>
  )
}
