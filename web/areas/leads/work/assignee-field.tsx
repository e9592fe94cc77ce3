import { Select } from '@mantine/core'
import type { LeadDetail } from '#contract/leads/lead.ts'
import { listLeadAssignees } from '#contract/leads/lead-changes.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { notifyFailed } from '../../../shells/notify.tsx'
import { OptionsFailure } from '../../../shells/options-failure.tsx'
import { assigneeText } from './assignee-text.ts'
import styles from './lead-work.module.css'
import { useLeadChange } from './use-lead-change.ts'

/** Who works the lead, saved as soon as somebody else is selected. */
export function AssigneeField({ lead }: { lead: LeadDetail }) {
  const t = useT()
  const me = useMe()
  const people = useCall(listLeadAssignees, { params: { companyId: me.companyId, clientId: lead.company_id } })
  const action = useLeadChange(lead)
  const { assignee } = lead
  const options = (people.data?.data ?? []).map(({ id, name }) => ({
    value: id,
    label: id === me.id ? t('{name} (you)', { name }) : name,
  }))
  if (assignee && !options.some(({ value }) => value === assignee.id))
    options.unshift({ value: assignee.id, label: assigneeText(lead, t) })
  const shownId = action.isPending ? (action.variables.body?.assignee_id ?? null) : (assignee?.id ?? null)
  return (
    <div>
      <Select
        label={t('Assignee')}
        className={styles.status}
        placeholder={t('Nobody')}
        data={options}
        value={shownId}
        onChange={(assignee_id) =>
          action.mutate(
            { params: { id: lead.id }, body: { assignee_id } },
            { onError: ({ message }) => notifyFailed(message) },
          )
        }
        searchable
        clearable
        disabled={action.isPending}
      />
      <OptionsFailure of={people} />
    </div>
  )
}
