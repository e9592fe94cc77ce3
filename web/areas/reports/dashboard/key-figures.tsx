import { useId, type ReactNode } from 'react'
import type { LeadSums, ReportChart } from '#contract/reports/dashboard.ts'
import { Skeleton } from '@mantine/core'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { CountUp } from '../../../shells/count-up.tsx'
import { Card } from '../../../ui/card.tsx'
import { ChangeBadge } from './change-badge.tsx'
import { centsOf, marginOf } from './figures.ts'
import styles from './dashboard.module.css'

const costPerLead = ({ leads, retail_e4 }: LeadSums): number => (leads === 0 ? 0 : Math.round(retail_e4 / leads))

/** The figures at the top. A client reads what it pays; an agency what it earns, pays and keeps. */
export function KeyFigures({ chart, isAgency, days }: { chart?: ReportChart; isAgency: boolean; days: number }) {
  const t = useT()
  const format = useFormat()
  if (!chart) return <Loading tiles={isAgency ? 5 : 4} />
  const { total, previous } = chart
  const versus = t('vs. previous {days} days', { days })
  const money = (amount_e4: number): string => format.money(centsOf(amount_e4))
  return (
    <div className={styles.tiles} role="group" aria-label={t('Key figures')}>
      <Tile label={t('Leads today')} note={t('Yesterday: {count}', { count: format.number(chart.leads_yesterday) })}>
        <CountUp value={chart.leads_today} show={format.number} />
      </Tile>
      <Tile
        label={t('Leads')}
        note={versus}
        badge={<ChangeBadge now={total.leads} before={previous.leads} goodWhen="more" />}
      >
        <CountUp value={total.leads} show={format.number} />
      </Tile>
      <Tile
        label={isAgency ? t('Revenue') : t('Cost')}
        note={versus}
        badge={
          <ChangeBadge now={total.retail_e4} before={previous.retail_e4} goodWhen={isAgency ? 'more' : 'neither'} />
        }
      >
        {money(total.retail_e4)}
      </Tile>
      {isAgency ? (
        <AgencyMoney chart={chart} money={money} versus={versus} />
      ) : (
        <Tile
          label={t('Cost per lead')}
          note={t('{count, plural, one {# active campaign} other {# active campaigns}}', {
            count: chart.active_campaigns,
          })}
          badge={<ChangeBadge now={costPerLead(total)} before={costPerLead(previous)} goodWhen="less" />}
        >
          {format.price(costPerLead(total))}
        </Tile>
      )}
    </div>
  )
}

function AgencyMoney({
  chart: { total, previous },
  money,
  versus,
}: {
  chart: ReportChart
  money: (amount_e4: number) => string
  versus: string
}) {
  const t = useT()
  const format = useFormat()
  const [cost, margin] = [total.wholesale_e4 ?? 0, marginOf(total)]
  return (
    <>
      <Tile
        label={t('Cost')}
        note={versus}
        badge={<ChangeBadge now={cost} before={previous.wholesale_e4 ?? 0} goodWhen="neither" />}
      >
        {money(cost)}
      </Tile>
      <Tile
        label={t('Margin')}
        note={
          total.retail_e4 > 0
            ? t('{share} of revenue', { share: isolate(format.percent(margin / total.retail_e4)) })
            : versus
        }
        badge={<ChangeBadge now={margin} before={marginOf(previous)} goodWhen="more" />}
      >
        {money(margin)}
      </Tile>
    </>
  )
}

function Tile({
  label,
  note,
  badge,
  children,
}: {
  label: string
  note: string
  badge?: ReactNode
  children: ReactNode
}) {
  const labelId = useId()
  return (
    <Card className={styles.tile}>
      <div role="group" aria-labelledby={labelId}>
        <div className={styles.label}>
          <span id={labelId}>{label}</span>
          {badge}
        </div>
        <div className={styles.value}>
          <bdi>{children}</bdi>
        </div>
        <div className={styles.note}>{note}</div>
      </div>
    </Card>
  )
}

function Loading({ tiles }: { tiles: number }) {
  return (
    <div className={styles.tiles} aria-busy="true">
      {Array.from({ length: tiles }, (_, n) => (
        <Skeleton key={n} height={112} radius="lg" />
      ))}
    </div>
  )
}
