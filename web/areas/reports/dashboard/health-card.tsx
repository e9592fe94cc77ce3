import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { modulesWithPixel } from '#contract/campaigns/modules.ts'
import type { ReportAttention } from '#contract/reports/dashboard.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { useModule } from '../../../session/module.ts'
import { StatusBadge, type Tone } from '../../../shells/status-badge.tsx'
import { moduleLooks } from '../../campaigns/modules/module-looks.ts'
import { TitledCard } from '../../../ui/titled-card.tsx'
import figures from '../../../shells/figures/figures.module.css'
import styles from './dashboard.module.css'

type Part = { text: Text; count: number; tone: Tone }

/** Whether hits arrive and leads are delivered. */
export function HealthCard({ attention }: { attention?: ReportAttention }) {
  const t = useT()
  const { base, module } = useModule()
  return (
    <TitledCard title={t('Health')}>
      {!attention && <Skeleton height={96} radius="md" />}
      {attention && (
        <dl className={styles.health}>
          {modulesWithPixel.includes(module) && (
            <Line
              name={t('Pixels of active campaigns')}
              none={t('No active campaign.')}
              parts={[
                { text: msg('Reporting'), count: attention.pixels.reporting, tone: 'ok' },
                { text: msg('Silent'), count: attention.pixels.silent, tone: 'warn' },
                { text: msg('Not detected'), count: attention.pixels.missing, tone: 'warn' },
              ]}
            />
          )}
          <Line
            name={t('Delivery destinations')}
            none={t('Leads are not sent anywhere yet.')}
            parts={[
              { text: msg('Working'), count: attention.destinations.ok, tone: 'ok' },
              { text: msg('Failing'), count: attention.destinations.failing, tone: 'bad' },
              { text: msg('Turned off'), count: attention.destinations.disabled, tone: 'bad' },
            ]}
          />
        </dl>
      )}
      <div className={styles.links}>
        <Link to={`${base}/visits`}>{t(moduleLooks[module]?.view ?? msg('View visits'))}</Link>
        <Link to={`${base}/deliveries`}>{t('View deliveries')}</Link>
      </div>
    </TitledCard>
  )
}

function Line({ name, parts, none }: { name: string; parts: readonly Part[]; none: string }) {
  const t = useT()
  const format = useFormat()
  const some = parts.filter(({ count }) => count > 0)
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.badges}>
        {some.length === 0 && <span className={figures.muted}>{none}</span>}
        {some.map(({ text, count, tone }) => (
          <StatusBadge key={text} tone={tone}>
            {t(text)} · {format.number(count)}
          </StatusBadge>
        ))}
      </dd>
    </div>
  )
}
