import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { LeadDetail } from '#contract/leads/lead.ts'
import { finishLeadAction } from '#contract/leads/lead-changes.ts'
import { longestNextAction } from '#contract/leads/lead-task.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FormProblem } from '../../../shells/form-problem.tsx'
import { notifyFailed } from '../../../shells/notify.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { Bdi } from '../../../ui/bdi.tsx'
import { DueDay, useToday } from './due-day.tsx'
import styles from './lead-work.module.css'
import { leadInText, notifyWithUndo, shownWork, useBefore, useLeadChange, useWayBack } from './use-lead-change.ts'

/** What is to be done next with a lead, and when. */
export function NextAction({ lead, isWorking }: { lead: LeadDetail; isWorking: boolean }) {
  const t = useT()
  const [isEditing, setEditing] = useState(false)
  const action = lead.next_action
  if (!isWorking && !action) return null
  if (isEditing) return <NextActionForm key={lead.id} lead={lead} onClose={() => setEditing(false)} />
  return (
    <div className={styles.form}>
      <span className={styles.label}>{t('Next action')}</span>
      {action && (
        <div className={styles.action}>
          <Bdi>{action.text}</Bdi>
          <DueDay action={action} />
        </div>
      )}
      {isWorking && <ActionButtons lead={lead} onEdit={() => setEditing(true)} />}
    </div>
  )
}

function ActionButtons({ lead, onEdit }: { lead: LeadDetail; onEdit: () => void }) {
  const t = useT()
  const change = useLeadChange(lead)
  const goBack = useWayBack(lead)
  const finish = useAction(finishLeadAction, {
    invalidates: shownWork,
    onDone: () => {
      const { next_action } = before()
      notifyWithUndo(t('The next action of {lead} is done.', { lead: leadInText(lead, t) }), t, () =>
        goBack({ next_action }),
      )
    },
  })
  const before = useBefore(lead, finish.isPending)
  const onError = ({ message }: { message: string }): void => notifyFailed(message)
  const params = { id: lead.id }
  if (!lead.next_action)
    return (
      <div>
        <Button variant="default" size="xs" onClick={onEdit}>
          {t('Plan next action')}
        </Button>
      </div>
    )
  return (
    <div className={styles.buttonsAtStart}>
      <Button size="xs" loading={finish.isPending} onClick={() => finish.mutate({ params }, { onError })}>
        {t('Done')}
      </Button>
      <Button variant="default" size="xs" onClick={onEdit}>
        {t('Change')}
      </Button>
      <Button
        variant="default"
        size="xs"
        loading={change.isPending}
        onClick={() => change.mutate({ params, body: { next_action: null } }, { onError })}
      >
        {t('Clear')}
      </Button>
    </div>
  )
}

function NextActionForm({ lead, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const t = useT()
  const { mutateAsync } = useLeadChange(lead)
  const today = useToday()
  const server = useServerForm({
    initialValues: { text: lead.next_action?.text ?? '', date: lead.next_action?.date ?? today },
    validate: {
      text: (value) => (value.trim() === '' ? t('Enter text.') : null),
      date: (value) => (value === '' ? t('Enter a date.') : null),
    },
    send: (next_action) => mutateAsync({ params: { id: lead.id }, body: { next_action } }),
    onDone: onClose,
  })
  const { form, formRef, onSubmit, submitting } = server
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate className={styles.form}>
      <TextInput label={t('Next action')} maxLength={longestNextAction} autoFocus {...form.getInputProps('text')} />
      <TextInput type="date" label={t('Due on')} className={styles.status} {...form.getInputProps('date')} />
      <FormProblem form={server} />
      <div className={styles.buttons}>
        <Button variant="default" size="xs" onClick={onClose} disabled={submitting}>
          {t('Cancel')}
        </Button>
        <Button type="submit" size="xs" loading={submitting}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}
