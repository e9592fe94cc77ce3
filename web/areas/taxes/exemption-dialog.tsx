import { Switch, TextInput } from '@mantine/core'
import { readBilling } from '#contract/billing/invoices.ts'
import { readTaxDetails, saveTaxExemption, type TaxDetails } from '#contract/taxes/taxes.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { sayAndClose } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'

type ExemptionDialogProps = { companyId: string; details: TaxDetails; onClose: () => void }

/** Asks a payer for no tax, with the reason that its invoices print, or ends that. */
export function ExemptionDialog({ companyId, details, onClose }: ExemptionDialogProps) {
  const t = useT()
  const { mutateAsync } = useAction(saveTaxExemption, { invalidates: [readTaxDetails, readBilling] })
  const server = useServerForm<{ exempt: boolean; reason: string }, { message: string }>({
    initialValues: { exempt: true, reason: details.exempt_reason },
    validate: {
      reason: (reason, { exempt }) => (exempt && reason.trim() === '' ? t('Enter a reason.') : null),
    },
    send: ({ exempt, reason }) =>
      mutateAsync({ params: { companyId }, body: { exempt, reason: exempt ? reason : '' } }),
    onDone: sayAndClose(onClose),
  })
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={details.exempt ? t('Change exemption') : t('Exempt from tax')}
      description={t('Invoices that are made from now on ask for no tax and print the reason.')}
      form={server}
      submitLabel={t('Save exemption')}
    >
      {details.exempt && (
        <Switch data-wide label={t('Exempt from tax')} {...form.getInputProps('exempt', { type: 'checkbox' })} />
      )}
      {form.values.exempt && (
        <TextInput data-wide label={t('Reason')} withAsterisk maxLength={200} {...form.getInputProps('reason')} />
      )}
    </FormDialog>
  )
}
