import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { isSuggested, type LeadRow } from '#contract/leads/lead.ts'
import type { LeadStatus } from '#contract/leads/pipeline.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useModule } from '../../../session/module.ts'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { CreditBadge, LeadPrice } from '../lead-price.tsx'
import { SuggestedNote } from '../suggested-note.tsx'
import { LeadStatusBadge } from '../work/lead-status-badge.tsx'
import { statusOf, usePipeline } from '../work/use-pipeline.ts'
import styles from './person-leads.module.css'

/** The person's leads in all campaigns, each with its status and price. */
export function PersonLeads({ leads }: { leads: readonly LeadRow[] | undefined }) {
  const t = useT()
  return (
    <TitledCard title={t('Leads')}>
      {!leads && <Skeleton height={120} />}
      {leads?.[0] && <Lines leads={leads} companyId={leads[0].company_id} />}
    </TitledCard>
  )
}

/** All leads are of one agency, so the pipeline is that of any of its clients. */
function Lines({ leads, companyId }: { leads: readonly LeadRow[]; companyId: string }) {
  const { side } = useMe()
  const pipeline = usePipeline(companyId)
  return (
    <ul className={styles.list}>
      {leads.map((lead) => (
        <Line key={lead.id} lead={lead} status={statusOf(pipeline, lead.status)} showsClient={side !== 'client'} />
      ))}
    </ul>
  )
}

type LineProps = { lead: LeadRow; status: LeadStatus; showsClient: boolean }

function Line({ lead, status, showsClient }: LineProps) {
  const { base } = useModule()
  const format = useFormat()
  return (
    <li className={styles.line}>
      <div className={styles.first}>
        <Link to={`${base}/leads/${lead.id}`} className={styles.campaign}>
          <bdi>{lead.campaignName}</bdi>
        </Link>
        <span className={styles.price}>
          <LeadPrice lead={lead} />
        </span>
      </div>
      <div className={styles.under}>
        <span>
          {showsClient && (
            <>
              <bdi>{lead.company_name}</bdi>
              {' · '}
            </>
          )}
          <time dateTime={lead.created_at}>{format.dateTime(lead.created_at)}</time>
          {isSuggested(lead.match_key) && (
            <>
              {' · '}
              <SuggestedNote />
            </>
          )}
        </span>
        <span className={styles.badges}>
          <CreditBadge lead={lead} />
          <LeadStatusBadge status={status} />
        </span>
      </div>
    </li>
  )
}
