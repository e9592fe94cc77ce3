import { Skeleton, Textarea } from '@mantine/core'
import { getDispute, listDisputes, longestEvidence, submitEvidence, type Dispute } from '#contract/payments/disputes.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { DetailList } from '../../../shells/detail-list.tsx'
import { Dialog } from '../../../shells/dialog.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../../shells/notify.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { useFilled } from '../../../shells/use-filled.ts'
import { inboxReads } from '../../inbox/inbox-reads.ts'
import { reasonText, acceptsEvidence } from './dispute-words.ts'

type DisputeDialogProps = { dispute: Dispute; mayAnswer: boolean; onClose: () => void }

/** One dispute: its facts, the evidence for the bank, and the single response that the bank accepts. */
export function DisputeDialog({ dispute, mayAnswer, onClose }: DisputeDialogProps) {
  const t = useT()
  const me = useMe()
  const input = { params: { companyId: me.companyId, disputeId: dispute.id } }
  const call = useCall(getDispute, input, { alwaysFresh: true })
  const { data, error, refetch } = call
  const { answer } = useFilled(call)
  const title = t('Dispute by {name}', { name: isolate(dispute.company_name) })
  const facts = <Facts dispute={data?.data ?? dispute} more={data?.data} />
  if (error && !answer)
    return (
      <Dialog opened onClose={onClose} title={title}>
        <FailureNote failure={error} onRetry={refetch} />
      </Dialog>
    )
  if (mayAnswer && answer && acceptsEvidence(data?.data ?? answer.data))
    return (
      <AnswerForm dispute={dispute} before={answer.data.evidence ?? ''} title={title} onClose={onClose}>
        {facts}
      </AnswerForm>
    )
  return (
    <Dialog opened onClose={onClose} title={title}>
      {facts}
    </Dialog>
  )
}

type More = { evidence: string | null; activity: string; agreements: string }

function Facts({ dispute, more }: { dispute: Dispute; more: More | undefined }) {
  const t = useT()
  const format = useFormat()
  const money = (dollars: number): string => format.money(Math.round(dollars * 100))
  const none = t('Unknown.')
  return (
    <DetailList
      loading={more === undefined}
      items={[
        { label: t('Reason'), value: t(reasonText(dispute.reason)), wide: true },
        { label: t('Amount'), value: money(dispute.amount) },
        { label: t('Withdrawn'), value: money(dispute.withdrawn) },
        { label: t('Payment provider fee'), value: money(dispute.fee) },
        { label: t('Opened on'), value: format.date(dispute.opened_at) },
        {
          label: t('Paid leads'),
          value: more ? <Text label={t('Paid leads')}>{more.activity || none}</Text> : <Skeleton height="3rem" />,
          wide: true,
        },
        {
          label: t('Accepted agreements'),
          value: more ? (
            <Text label={t('Accepted agreements')}>{more.agreements || none}</Text>
          ) : (
            <Skeleton height="2rem" />
          ),
          wide: true,
        },
        ...(more?.evidence && !acceptsEvidence(dispute)
          ? [{ label: t('Your response'), value: <Text label={t('Your response')}>{more.evidence}</Text>, wide: true }]
          : []),
      ]}
    />
  )
}

/** Preserves line breaks; long text scrolls, also by keyboard. */
function Text({ label, children }: { label: string; children: string }) {
  return (
    <div role="group" aria-label={label} tabIndex={0} style={{ maxBlockSize: '10rem', overflowY: 'auto' }}>
      <bdi style={{ whiteSpace: 'pre-wrap', display: 'block' }}>{children}</bdi>
    </div>
  )
}

type AnswerFormProps = {
  dispute: Dispute
  /** The earlier response that was rejected. */
  before: string
  title: string
  onClose: () => void
  children: React.ReactNode
}

function AnswerForm({ dispute, before, title, onClose, children }: AnswerFormProps) {
  const t = useT()
  const me = useMe()
  const { mutateAsync } = useAction(submitEvidence, { invalidates: [listDisputes, getDispute, ...inboxReads] })
  const server = useServerForm({
    initialValues: { text: before },
    validate: { text: (text: string) => (text.trim() ? null : t('Explain why the payment is valid.')) },
    send: ({ text }) => mutateAsync({ body: { companyId: me.companyId, disputeId: dispute.id, text } }),
    onDone: notifyAndClose(onClose),
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      description={t('The bank accepts one response. The leads and agreements below are attached.')}
      form={server}
      submitLabel={t('Submit response')}
    >
      <div data-wide>{children}</div>
      <Textarea
        data-wide
        data-autofocus
        label={t('Your response')}
        withAsterisk
        autosize
        minRows={4}
        maxRows={10}
        maxLength={longestEvidence}
        {...server.form.getInputProps('text')}
      />
    </FormDialog>
  )
}
