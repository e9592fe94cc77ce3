import { SegmentedControl, Skeleton } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import type { ReportChart } from '#contract/reports/dashboard.ts'
import { loadCode } from '../../../app/load-code.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { Card } from '../../../ui/card.tsx'
import { DayTable } from './day-table.tsx'
import { centsOf, measuresFor, valueOf, type Measure } from './figures.ts'
import styles from './dashboard.module.css'

const height = 300

/** Drawing is a large part of the code and the last thing that a page needs. */
const LeadChart = lazy(async () => ({
  default: (await loadCode(() => import('./lead-chart.tsx'))).LeadChart,
}))

/** One measure over the days of the period, as a chart or as the table behind it. */
export function ChartCard({ chart, isAgency, days }: { chart?: ReportChart; isAgency: boolean; days: number }) {
  const t = useT()
  const format = useFormat()
  const headingId = useId()
  const [measure, setMeasure] = useState<Measure>('leads')
  const [look, setLook] = useState<'chart' | 'table'>('chart')
  const measures = measuresFor(isAgency)
  const { name } = measures.find((one) => one.measure === measure)!
  const money = (amount_e4: number): string => format.money(centsOf(amount_e4))
  return (
    <Card className={styles.wide}>
      <section aria-labelledby={headingId}>
        <div className={styles.head}>
          <h2 id={headingId} className={styles.heading}>
            {t('{measure} by day', { measure: t(name) })}
          </h2>
          <div className={styles.switches}>
            <SegmentedControl
              size="xs"
              aria-label={t('Measure')}
              value={measure}
              onChange={(next) => setMeasure(next as Measure)}
              data={measures.map((one) => ({ value: one.measure, label: t(one.name) }))}
            />
            <SegmentedControl
              size="xs"
              aria-label={t('View')}
              value={look}
              onChange={(next) => setLook(next as 'chart' | 'table')}
              data={[
                { value: 'chart', label: t('Chart') },
                { value: 'table', label: t('Table') },
              ]}
            />
          </div>
        </div>
        {!chart && <Skeleton height={height} radius="md" />}
        {chart && look === 'table' && <DayTable chart={chart} isAgency={isAgency} />}
        {chart && look === 'chart' && (
          <div
            role="img"
            className={styles.chart}
            aria-label={t('Chart of {measure} by day. The table has every figure.', { measure: t(name) })}
          >
            <Suspense fallback={<Skeleton height={height} radius="md" />}>
              <LeadChart
                height={height}
                nameNow={t('Last {days} days', { days })}
                nameBefore={t('Previous {days} days', { days })}
                show={measure === 'leads' ? format.number : money}
                showTick={measure === 'leads' ? format.number : (value) => format.moneyShort(centsOf(value))}
                lines={chart.days.map((day) => ({
                  date: day.date,
                  now: valueOf(measure, day),
                  before: valueOf(measure, day.previous),
                }))}
              />
            </Suspense>
          </div>
        )}
      </section>
    </Card>
  )
}
