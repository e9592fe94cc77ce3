import { Textarea } from '@mantine/core'
import {
  extendPrivacyRequest,
  listPrivacyRequests,
  readPrivacyRequest,
  type PrivacyRequest,
} from '#contract/privacy/requests.ts'
import { useAction } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { inboxReads } from '../inbox/inbox-reads.ts'

/** What shows a request. */
export const requestReads = [listPrivacyRequests, readPrivacyRequest, ...inboxReads]

export function ExtendDialog({
  request,
  onClose,
}: {
  request: Pick<PrivacyRequest, 'id' | 'number'>
  onClose: () => void
}) {
  const t = useT()
  const extend = useAction(extendPrivacyRequest, { invalidates: requestReads })
  const form = useServerForm({
    initialValues: { reason: '' },
    validate: ({ reason }) => ({ reason: reason.trim() === '' ? t('This field is required.') : undefined }),
    send: ({ reason }) => extend.mutateAsync({ body: { id: request.id, reason } }),
    onDone: notifyAndClose(onClose),
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Extend request {number}', { number: isolate(request.number) })}
      description={t('Once, by the days that the law of the person’s state allows. The person sees the reason.')}
      form={form}
      submitLabel={t('Extend request')}
      size="sm"
    >
      <div data-wide>
        <Textarea
          data-autofocus
          label={t('Reason')}
          withAsterisk
          autosize
          minRows={3}
          maxLength={500}
          dir="auto"
          {...form.form.getInputProps('reason')}
        />
      </div>
    </FormDialog>
  )
}
