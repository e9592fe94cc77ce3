import type { LeadDetail } from '#contract/leads/lead.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { DetailList } from '../../../shells/detail-list.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { AssigneeField } from './assignee-field.tsx'
import { assigneeText } from './assignee-text.ts'
import { LeadHistory } from './lead-history.tsx'
import styles from './lead-work.module.css'
import { mayWork } from './may-work.ts'
import { NextAction } from './next-action.tsx'
import { NewNote } from './note-form.tsx'
import { LeadStatusField } from './status-field.tsx'
import { usePipeline } from './use-pipeline.ts'
import { TagsField } from './tags-field.tsx'
import { ValueField } from './value-field.tsx'

/** What people do with a lead: its status, who works it, what is next, notes, and who did what when. The operator's staff don't see it. */
export function LeadWork({ lead }: { lead: LeadDetail }) {
  const t = useT()
  const me = useMe()
  const pipeline = usePipeline(me.companyId)
  if (me.side === 'root') return null
  const isWorking = mayWork(me)
  return (
    <TitledCard title={t('Status and notes')}>
      <div className={styles.root}>
        <LeadStatusField lead={lead} pipeline={pipeline} disabled={!isWorking} />
        {isWorking ? <WorkFields key={lead.id} lead={lead} /> : <ShownWork lead={lead} />}
        <NextAction lead={lead} isWorking={isWorking} />
        {isWorking && <NewNote lead={lead} />}
        <LeadHistory leadId={lead.id} pipeline={pipeline} isWorking={isWorking} />
      </div>
    </TitledCard>
  )
}

// Of one lead: a panel shows one after another, each with its own texts.
function WorkFields({ lead }: { lead: LeadDetail }) {
  return (
    <>
      <AssigneeField lead={lead} />
      <ValueField lead={lead} />
      <TagsField lead={lead} />
    </>
  )
}

/** The same for people who may only read. */
function ShownWork({ lead }: { lead: LeadDetail }) {
  const t = useT()
  const format = useFormat()
  const items = [
    { label: t('Assignee'), value: lead.assignee && <Bdi>{assigneeText(lead, t)}</Bdi> },
    { label: t('Tags'), value: lead.tags.length > 0 && <Bdi>{lead.tags.join(', ')}</Bdi> },
    { label: t('Value'), value: lead.value_cents === null ? null : format.money(lead.value_cents) },
  ]
  return <DetailList items={items} loading={false} />
}
