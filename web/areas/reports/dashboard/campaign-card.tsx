import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReportChart } from '#contract/reports/dashboard.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useModule } from '../../../session/module.ts'
import { FigureLink } from '../../../shells/figures/figure-link.tsx'
import { leadsOf } from '../../../shells/figures/rows-link.ts'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { CampaignStatusBadge } from '../../../shells/owners/campaign-status.tsx'
import { centsOf, marginOf } from '../../../shells/figures/change.ts'
import styles from '../../../shells/figures/figures.module.css'

/** Leads by campaign, each linked to its campaign. */
export function CampaignCard({ chart, isAgency }: { chart?: ReportChart; isAgency: boolean }) {
  const t = useT()
  return (
    <TitledCard title={t('Top campaigns')}>
      {!chart && <Skeleton height={220} radius="md" />}
      {chart?.campaigns.length === 0 && <p className={styles.nothing}>{t('No leads in this period.')}</p>}
      {chart && chart.campaigns.length > 0 && <CampaignTable chart={chart} isAgency={isAgency} />}
    </TitledCard>
  )
}

function CampaignTable({ chart, isAgency }: { chart: ReportChart; isAgency: boolean }) {
  const t = useT()
  const format = useFormat()
  const place = useModule()
  const rowsOf = (campaign: string) => leadsOf(place, { days: chart, campaign })
  const money = (amount_e4: number): string => format.money(centsOf(amount_e4))
  return (
    <table className={styles.table} aria-label={t('Top campaigns')}>
      <thead>
        <tr>
          <th scope="col">{t('Campaign')}</th>
          <th scope="col" data-align="end">
            {t('Leads')}
          </th>
          <th scope="col" data-align="end">
            {isAgency ? t('Revenue') : t('Cost')}
          </th>
          {isAgency && (
            <th scope="col" data-align="end" data-hide="narrow">
              {t('Margin')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {chart.campaigns.map((row) => (
          <tr key={row.campaignId}>
            <th scope="row" className={styles.nameCell}>
              <span className={styles.nameLine}>
                <Link {...rowsOf(row.campaignId)} className={styles.name} title={row.campaignName}>
                  <bdi>{row.campaignName}</bdi>
                </Link>
                {(row.ended || row.status !== 'active') && (
                  <CampaignStatusBadge status={row.status} ended={row.ended} />
                )}
              </span>
              {isAgency && (
                <span className={styles.under} title={row.company_name}>
                  <bdi>{row.company_name}</bdi>
                </span>
              )}
            </th>
            <td data-align="end">
              <FigureLink rows={rowsOf(row.campaignId)}>{format.number(row.leads)}</FigureLink>
            </td>
            <td data-align="end">{money(row.retail_e4)}</td>
            {isAgency && (
              <td data-align="end" data-hide="narrow">
                {money(marginOf(row))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
