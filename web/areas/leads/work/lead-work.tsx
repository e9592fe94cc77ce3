import type { LeadDetail } from '#contract/leads/lead.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe, type Me } from '../../../session/me.ts'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { LeadHistory } from './lead-history.tsx'
import styles from './lead-work.module.css'
import { NewNote } from './note-form.tsx'
import { LeadStatusField } from './status-field.tsx'
import { usePipeline } from './use-pipeline.ts'

/** Matches the permissions of the calls. */
const mayWork = (me: Me): boolean =>
  (me.side === 'client' || (me.side === 'agency' && me.may('leads.update'))) && me.viewEndsAt === null

/** What people do with a lead: its status, notes, and who did what when. The operator's staff don't see it. */
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
        {isWorking && <NewNote lead={lead} />}
        <LeadHistory leadId={lead.id} pipeline={pipeline} isWorking={isWorking} />
      </div>
    </TitledCard>
  )
}
