import { IconTrendingUp } from '@tabler/icons-react'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { reasonTable } from '#contract/leads/reasons.ts'
import { judged_days, listUnderPerforming, type SlowCampaign } from '#contract/reports/campaigns.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe, type Me } from '../../session/me.ts'
import { useModule } from '../../session/module.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Bdi } from '../../ui/bdi.tsx'
import { BelowCompanies } from '../../shells/below-companies.tsx'
import { modulePages } from '../campaigns/modules/module-pages.ts'
import styles from './reports.module.css'

/** Active campaigns that deliver nothing or much less than their limit allows, and why (C056). */
export function UnderPerformingPage() {
  const t = useT()
  const me = useMe()
  const { base } = useModule()
  const isRoot = me.side === 'root'
  return (
    <BelowCompanies
      title={t('Under-performing campaigns')}
      label={t('Campaigns')}
      description={t(
        'Active for the past {days} full days ({zone}), with no leads or less than half the limit delivered.',
        { days: judged_days, zone: reportTimeZone },
      )}
      operation={listUnderPerforming}
      input={({ page, perPage }) => ({ query: { page, perPage } })}
      columns={columnsOf(me.side)}
      rowKey={(row) => row.campaignId}
      // The operator's staff have no campaign pages to link to (R031).
      rowLink={isRoot ? undefined : (row) => `${base}/campaign-management/${row.campaignId}`}
      empty={
        <EmptyState
          icon={<IconTrendingUp size={22} stroke={1.6} />}
          title={t('All active campaigns are delivering')}
          hint={t('Campaigns appear here when they deliver well below their limit.')}
        />
      }
    />
  )
}

const columnsOf = (side: Me['side']): readonly Column<SlowCampaign>[] => [
  { key: 'campaign', header: msg('Campaign'), cell: (row) => <CampaignCell row={row} /> },
  { key: 'client', header: msg('Client'), cell: (row) => <Bdi>{row.client_company_name}</Bdi> },
  ...(side === 'root'
    ? [{ key: 'agency', header: msg('Agency'), cell: (row: SlowCampaign) => <Bdi>{row.company_name}</Bdi> }]
    : []),
  { key: 'wanted', header: msg('Allowed'), align: 'end', cell: (row) => <Wanted row={row} /> },
  { key: 'delivered', header: msg('Delivered'), align: 'end', cell: (row) => <Delivered row={row} /> },
  { key: 'why', header: msg('Why'), size: 'wide', wraps: true, cell: (row) => <Why row={row} /> },
]

function CampaignCell({ row }: { row: SlowCampaign }) {
  return (
    <strong className={styles.name}>
      <Bdi>{row.campaignName}</Bdi>
    </strong>
  )
}

function Wanted({ row }: { row: SlowCampaign }) {
  const t = useT()
  const format = useFormat()
  return row.wanted === null ? <span className={styles.muted}>{t('No limit')}</span> : format.number(row.wanted)
}

function Delivered({ row }: { row: SlowCampaign }) {
  const format = useFormat()
  return <>{format.number(row.delivered)}</>
}

function Why({ row }: { row: SlowCampaign }) {
  const t = useT()
  const format = useFormat()
  if (row.reasons.length === 0) {
    const silent = modulePages[row.module]?.events.silent
    return <span className={styles.muted}>{silent && t(silent)}</span>
  }
  return (
    <span>
      {row.reasons.map(({ reason, count }) => (
        <span key={reason} className={styles.reason} title={t(reasonTable[reason].hint)}>
          {t(reasonTable[reason].title)} · {format.number(count)}
        </span>
      ))}
    </span>
  )
}
