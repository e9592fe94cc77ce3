import { Select } from '@mantine/core'
import type { LeadDetail } from '#contract/leads/lead.ts'
import { listLeadEntries, setLeadStatus } from '#contract/leads/lead-work.ts'
import { getLead, listLeads } from '#contract/leads/leads.ts'
import type { LeadStatus } from '#contract/leads/pipeline.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { notifyDone, notifyFailed } from '../../../shells/notify.tsx'
import { LeadStatusBadge } from './lead-status-badge.tsx'
import styles from './lead-work.module.css'
import { statusOf } from './use-pipeline.ts'

type LeadStatusFieldProps = { lead: LeadDetail; pipeline: readonly LeadStatus[]; disabled: boolean }

/** The lead's status, saved as soon as another one is selected. */
export function LeadStatusField({ lead, pipeline, disabled }: LeadStatusFieldProps) {
  const t = useT()
  const action = useAction(setLeadStatus, {
    invalidates: [getLead, listLeads, listLeadEntries],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  const current = statusOf(pipeline, lead.status)
  if (disabled) return <LeadStatusBadge status={current} />
  const choices = pipeline.some(({ key }) => key === current.key) ? pipeline : [current, ...pipeline]
  // While it is saved, the field shows what was selected; if saving fails, what is stored.
  const shownKey = action.isPending ? action.variables.body.status : current.key
  const shownTone = statusOf(pipeline, shownKey).tone
  const save = (status: string | null): void => {
    if (status === null || status === shownKey) return
    action.mutate({ params: { id: lead.id }, body: { status } }, { onError: ({ message }) => notifyFailed(message) })
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
