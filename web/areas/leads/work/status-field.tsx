import { Select } from '@mantine/core'
import type { LeadDetail } from '#contract/leads/lead.ts'
import { setLeadStatus } from '#contract/leads/lead-work.ts'
import type { LeadStatus } from '#contract/leads/pipeline.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { notifyDone, notifyFailed } from '../../../shells/notify.tsx'
import { LeadStatusBadge } from './lead-status-badge.tsx'
import styles from './lead-work.module.css'
import { leadInText, notifyWithUndo, shownWork, useBefore } from './use-lead-change.ts'
import { statusOf } from './use-pipeline.ts'

type LeadStatusFieldProps = { lead: LeadDetail; pipeline: readonly LeadStatus[]; disabled: boolean }

/** The lead's status, saved as soon as another one is selected. */
export function LeadStatusField({ lead, pipeline, disabled }: LeadStatusFieldProps) {
  const t = useT()
  const name = { lead: leadInText(lead, t) }
  const onError = ({ message }: { message: string }): void => notifyFailed(message)
  const undo = useAction(setLeadStatus, {
    invalidates: shownWork,
    onDone: () => notifyDone(t('The change was undone.')),
  })
  const action = useAction(setLeadStatus, {
    invalidates: shownWork,
    onDone: (_answer, { params, body }) => {
      const { status } = before()
      notifyWithUndo(
        t('{lead} moved to {status}.', { ...name, status: t(statusOf(pipeline, body.status).name) }),
        t,
        () => undo.mutate({ params, body: { status } }, { onError }),
      )
    },
  })
  const before = useBefore(lead, action.isPending)
  const current = statusOf(pipeline, lead.status)
  if (disabled) return <LeadStatusBadge status={current} />
  const choices = pipeline.some(({ key }) => key === current.key) ? pipeline : [current, ...pipeline]
  // While it is saved, the field shows what was selected; if saving fails, what is stored.
  const shownKey = action.isPending ? action.variables.body.status : current.key
  const shownTone = statusOf(pipeline, shownKey).tone
  const save = (status: string | null): void => {
    if (status === null || status === shownKey) return
    action.mutate({ params: { id: lead.id }, body: { status } }, { onError })
  }
  return (
    <Select
      label={t('Status')}
      className={styles.status}
      data={choices.map(({ key, name }) => ({ value: key, label: t(name) }))}
      value={shownKey}
      onChange={save}
      allowDeselect={false}
      disabled={action.isPending}
      leftSection={<span className={styles.dot} style={{ background: `var(--${shownTone}-solid)` }} aria-hidden />}
    />
  )
}
