import { Select } from '@mantine/core'
import type { LeadDetail } from '#contract/leads/lead.ts'
import { listLeadAssignees } from '#contract/leads/lead-changes.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import styles from './lead-work.module.css'

type MentionChoiceProps = { lead: LeadDetail; onChoose: (name: string) => void }

/** Adds a colleague's name to a note, who then gets an email about it. Hidden while there is nobody else. */
export function MentionChoice({ lead, onChoose }: MentionChoiceProps) {
  const t = useT()
  const me = useMe()
  const people = useCall(listLeadAssignees, { params: { companyId: me.companyId, clientId: lead.company_id } })
  const others = (people.data?.data ?? []).filter(({ id, name }) => id !== me.id && name !== '')
  if (others.length === 0) return null
  return (
    <Select
      size="xs"
      className={styles.mention}
      aria-label={t('Mention a colleague')}
      placeholder={t('Mention a colleague')}
      data={others.map(({ id, name }) => ({ value: id, label: name }))}
      value={null}
      onChange={(chosen) => {
        const person = others.find(({ id }) => id === chosen)
        if (person) onChoose(person.name)
      }}
      searchable
      nothingFoundMessage={t('Nothing found')}
    />
  )
}
