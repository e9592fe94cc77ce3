import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { decideReturn, listReturns, readLeadReturn, type LeadReturn } from '#contract/returns/returns.ts'
import { readMoneyTrail } from '#contract/billing/money-trail.ts'
import { getLead } from '#contract/leads/leads.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyDone, notifyFailed, notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { inboxReads } from '../inbox/inbox-reads.ts'
import styles from './returns.module.css'

const options = { invalidates: [listReturns, readLeadReturn, getLead, readMoneyTrail, ...inboxReads] }

/** Shown next to a pending return: the agency accepts or refuses it. */
export function Decision({ current }: { current: LeadReturn }) {
  const t = useT()
  const me = useMe()
  const [isRefusing, setRefusing] = useState(false)
  const accept = useAction(decideReturn, { ...options, onDone: ({ message }) => notifyDone(t(message)) })
  if (current.state !== 'pending' || me.side !== 'agency' || !me.may('leads.update') || me.viewEndsAt !== null)
    return null
  const body = { companyId: me.companyId, return_id: current.id, decision: 'accept' as const, answer: '' }
  return (
    <span className={styles.decision}>
      <Button
        size="compact-xs"
        loading={accept.isPending}
        aria-label={t('Accept the return of {name}', { name: current.person_name })}
        onClick={() => accept.mutate({ body }, { onError: (failure) => notifyFailed(failure.message) })}
      >
        {t('Accept')}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={accept.isPending}
        aria-label={t('Reject the return of {name}', { name: current.person_name })}
        onClick={() => setRefusing(true)}
      >
        {t('Reject')}
      </Button>
      {isRefusing && <RefuseDialog current={current} onClose={() => setRefusing(false)} />}
    </span>
  )
}

function RefuseDialog({ current, onClose }: { current: LeadReturn; onClose: () => void }) {
  const t = useT()
  const { companyId } = useMe()
  const { mutateAsync } = useAction(decideReturn, options)
  const server = useServerForm({
    initialValues: { answer: '' },
    validate: { answer: (value) => (value.trim() === '' ? t('Enter a reason.') : null) },
    send: ({ answer }) => mutateAsync({ body: { companyId, return_id: current.id, decision: 'refuse', answer } }),
    onDone: notifyAndClose(onClose),
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Reject the return')}
      description={t('The client sees your reason. This cannot be undone.')}
      form={server}
      submitLabel={t('Reject')}
    >
      <TextInput
        data-wide
        data-autofocus
        label={t('Reason')}
        maxLength={500}
        withAsterisk
        {...server.form.getInputProps('answer')}
      />
    </FormDialog>
  )
}
