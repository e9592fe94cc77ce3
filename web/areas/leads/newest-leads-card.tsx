import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { isSuggested, type LeadRow } from '#contract/leads/lead.ts'
import { listLeads } from '#contract/leads/leads.ts'
import { useCall } from '../../api/hooks.ts'
import { lazyPart } from '../../start/lazy/lazy-part.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useModule } from '../../session/module.ts'
import { searchOf } from '../../session/search.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { openInPanel, usePanelKeys, type RowPanel } from '../../shells/resource-table/row-panel.ts'
import { TitledCard } from '../../ui/titled-card.tsx'
import styles from './newest-leads.module.css'
import { SuggestedNote } from './suggested-note.tsx'

const LeadPanel = lazyPart(async () => (await import('./lead-panel.tsx')).LeadPanel)

/** The rest are in the list of leads. */
const maxShown = 5

type NewestLeadsCardProps = {
  companyId: string
  /** Of all campaigns of the module if there is none. */
  campaignId?: string
  showsClient: boolean
  panel: RowPanel
}

/** The newest leads of the module or of a campaign. Each opens in a panel beside the page, as in the list of leads. */
export function NewestLeadsCard({ companyId, campaignId, showsClient, panel }: NewestLeadsCardProps) {
  const t = useT()
  const { base, module } = useModule()
  const answer = useCall(
    listLeads,
    {
      params: { companyId, clientId: 'all', start: 'all', end: 'all' },
      query: { page: 1, perPage: maxShown, kind: 'lead', moduleType: module, campaign: campaignId },
    },
    { keepPrevious: true },
  )
  const leads = answer.data?.data
  usePanelKeys(panel, leads?.map(({ id }) => id) ?? [])
  return (
    <>
      <TitledCard title={t('Newest leads')}>
        {!leads && !answer.error && <Skeleton height={220} radius="md" />}
        {answer.error && !leads && <FailureNote failure={answer.error} onRetry={answer.refetch} />}
        {leads?.length === 0 && <p className={styles.nothing}>{t('No leads yet')}</p>}
        {leads && leads.length > 0 && (
          <ul className={styles.list}>
            {leads.map((lead) => (
              <Line key={lead.id} lead={lead} to={`${base}/leads/${lead.id}`} panel={panel} showsClient={showsClient} />
            ))}
          </ul>
        )}
        <p className={styles.all}>
          <Link to={`${base}/leads`} search={searchOf(campaignId ? { campaign: campaignId } : { module })}>
            {t('All leads')}
          </Link>
        </p>
      </TitledCard>
      {panel.openKey && (
        <Suspense>
          <LeadPanel leadId={panel.openKey} onClose={panel.close} />
        </Suspense>
      )}
    </>
  )
}

type LineProps = { lead: LeadRow; to: string; panel: RowPanel; showsClient: boolean }

function Line({ lead, to, panel, showsClient }: LineProps) {
  const t = useT()
  const format = useFormat()
  const place = [lead.city, lead.state].filter(Boolean).join(', ')
  return (
    <li className={styles.line} data-row={lead.id} aria-current={panel.openKey === lead.id || undefined}>
      <span className={styles.first}>
        <Link to={to} className={styles.name} onClick={(event) => openInPanel(event, panel, lead.id)}>
          <bdi>{`${lead.first_name} ${lead.last_name}`.trim() || t('Unnamed')}</bdi>
        </Link>
        <time dateTime={lead.created_at} title={format.dateTime(lead.created_at)} className={styles.time}>
          {format.ago(lead.created_at)}
        </time>
      </span>
      <span className={styles.under}>
        <bdi>{lead.campaignName}</bdi>
        {showsClient && (
          <>
            {' · '}
            <bdi>{lead.company_name}</bdi>
          </>
        )}
        {isSuggested(lead.match_key) ? (
          <>
            {' · '}
            <SuggestedNote />
          </>
        ) : (
          place && (
            <>
              {' · '}
              <bdi>{place}</bdi>
            </>
          )
        )}
      </span>
    </li>
  )
}
