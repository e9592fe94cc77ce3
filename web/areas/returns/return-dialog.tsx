import { Select, TextInput } from '@mantine/core'
import { listReturns, readLeadReturn, requestReturn, type ReturnReason } from '#contract/returns/returns.ts'
import { getLead } from '#contract/leads/leads.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { returnReasonTexts } from './words.ts'

/** Asks for the reason of a return. */
export function ReturnDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const t = useT()
  const isClient = useMe().side === 'client'
  const { mutateAsync } = useAction(requestReturn, { invalidates: [readLeadReturn, listReturns, getLead] })
  const server = useServerForm({
    initialValues: { reason: 'wrong_number' as ReturnReason, detail: '' },
    validate: {
      detail: (value, { reason }) => (reason === 'other' && value.trim() === '' ? t('Enter a reason.') : null),
    },
    send: (body) => mutateAsync({ params: { id: leadId }, body }),
    onDone: notifyAndClose(onClose),
  })
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Return this lead')}
      description={
        isClient
          ? t('Once the return is accepted, the price of the lead is credited to you.')
          : t('Once the return is accepted, the price of the lead is credited to the client.')
      }
      form={server}
      submitLabel={t('Return lead')}
    >
      <Select
        data-wide
        data-autofocus
        label={t('Reason')}
        allowDeselect={false}
        data={Object.entries(returnReasonTexts).map(([value, label]) => ({ value, label: t(label) }))}
        {...form.getInputProps('reason')}
      />
      <TextInput
        data-wide
        label={t('What is wrong with it')}
        maxLength={500}
        withAsterisk={form.values.reason === 'other'}
        {...form.getInputProps('detail')}
      />
    </FormDialog>
  )
}
